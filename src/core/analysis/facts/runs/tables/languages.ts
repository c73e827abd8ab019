import type { ProgramOptions } from '../program-options.ts';

const rails: ProgramOptions = { anywhere: '-e -f --environment --rakefile -R --rakelibdir -I --libdir -r --require' };
const sqlShell: ProgramOptions = {
  anywhere:
    '-h -u -P -D -e -S --host --user --port --database --execute --socket --defaults-file --defaults-extra-file --default-character-set --protocol --init-command',
};

export const languageOptions: Readonly<Record<string, ProgramOptions>> = {
  python: { script: true, owns: 1, own: '-W -X -c --check-hash-based-pycs' },
  node: {
    script: true,
    owns: 1,
    own: '-r -e -p -C --require --import --eval --print --loader --experimental-loader --conditions --env-file --env-file-if-exists --title --stack-trace-limit --inspect-port --input-type --test-name-pattern --test-reporter --watch-path',
  },
  php: {
    script: true,
    abbreviatesParts: true,
    owns: 1,
    own: '-c -d -f -r -B -R -F -E -S -t -z --php-ini --define --file --run --server --docroot',
  },
  ruby: { script: true, owns: 1, own: '-C -E -I -e -r -F' },
  perl: { script: true, owns: 1, own: '-e -E -I -M -m' },
  java: {
    script: true,
    owns: 1,
    singleDash: true,
    own: '-cp -classpath --class-path -p --module-path --add-modules --add-opens --add-exports',
  },
  bash: { script: true, owns: 1, own: '-O -o --rcfile --init-file' },
  sh: { script: true, owns: 1, own: '-o' },
  zsh: { script: true, owns: 1, own: '-o' },
  rails,
  rake: rails,
  psql: {
    anywhere:
      '-c -d -f -h -p -U -v -o -L -F -P -R -T --command --dbname --file --host --port --username --set --variable --output --log-file --field-separator --pset --record-separator --table-attr',
  },
  createdb: {
    anywhere: '-h -p -U -D -E -l -O -T --host --port --username --owner --template --encoding --maintenance-db',
  },
  dropdb: { anywhere: '-h -p -U --host --port --username --maintenance-db' },
  pg_restore: {
    anywhere:
      '-d -f -F -h -p -U -j -L -n -t -T -I -P -S -N --dbname --file --format --host --port --username --jobs --schema --table --role --section --use-list',
  },
  pg_dump: {
    anywhere:
      '-d -f -F -h -p -U -j -n -N -t -T -S -Z -E --dbname --file --format --host --port --username --jobs --schema --table --exclude-table --role --section',
  },
  mysql: sqlShell,
  mariadb: sqlShell,
  mysqladmin: sqlShell,
  mysqldump: sqlShell,
  'redis-cli': {
    own: '-h -p -s -a -u -r -i -n -d -D -X --user --pass --sni --cacert --cacertdir --cert --key --tls-ciphers --tls-ciphersuites --eval --ldb-eval --pattern --count --rdb --functions-rdb --memkeys-samples',
    owns: 1,
    passes: { '': 1 },
  },
  'valkey-cli': {
    own: '-h -p -s -a -u -r -i -n -d -D -X --user --pass --sni --cacert --cacertdir --cert --key --eval --pattern --count --rdb',
    owns: 1,
    passes: { '': 1 },
  },
  mongosh: {
    anywhere:
      '-u -p -f --host --port --username --password --authenticationDatabase --authenticationMechanism --eval --file --apiVersion --tlsCAFile --tlsCertificateKeyFile',
  },
  mongo: { anywhere: '-u -p --host --port --username --password --authenticationDatabase --eval' },
  mongorestore: {
    anywhere:
      '-h -u -p -d -c --host --port --username --password --db --collection --uri --dir --nsInclude --nsExclude --authenticationDatabase',
  },
  sqlite3: { singleDash: true, anywhere: '-cmd -init -separator -newline -nullvalue -vfs -maxsize -mmap' },
  prisma: { anywhere: '--schema --config --url --shadow-database-url --from-url --to-url --name -n' },
  alembic: { anywhere: '-c -n -x --config --name' },
  flask: { anywhere: '-e -A --env-file --app' },
  knex: { anywhere: '--knexfile --env --cwd --migrations-directory --client --connection' },
  sequelize: { anywhere: '--env --config --options-path --migrations-path --url --name' },
  make: { anywhere: '-C -f -I -o -W --directory --file --makefile --include-dir --old-file --what-if --eval' },
};
