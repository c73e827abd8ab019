import type { ProgramOptions } from '../program-options.ts';

const hashDash: ProgramOptions = { singleDash: true };

export const systemOptions: Readonly<Record<string, ProgramOptions>> = {
  sudo: {
    own: '-C -D -g -h -p -R -r -T -t -U -u --chdir --chroot --close-from --command-timeout --group --host --other-user --prompt --role --type --user',
    passes: { '': 1 },
  },
  doas: { own: '-a -C -u', passes: { '': 1 } },
  env: { own: '-C -u -S --chdir --unset --split-string --argv0 -a', passes: { '': 1 } },
  nice: { own: '-n --adjustment', passes: { '': 1 } },
  timeout: { own: '-k -s --kill-after --signal', passes: { '': 2 } },
  nohup: { passes: { '': 1 } },
  xargs: {
    own: '-a -d -E -I -L -n -P -s --arg-file --delimiter --max-lines --max-args --max-procs --max-chars --process-slot-var',
    passes: { '': 1 },
  },
  ssh: { own: '-B -b -c -D -E -e -F -I -i -J -L -l -m -O -o -P -p -Q -R -S -W -w', passes: { '': 1 } },
  scp: { anywhere: '-c -D -F -i -J -l -o -P -S -X' },
  sftp: { anywhere: '-B -b -c -D -F -i -J -l -o -P -R -S -s -X' },
  rsync: {
    anywhere:
      '-B -e -f -M -T --rsh --rsync-path --filter --exclude --include --exclude-from --include-from --files-from --backup-dir --suffix --temp-dir --compare-dest --copy-dest --link-dest --partial-dir --bwlimit --timeout --port --log-file --out-format --password-file --chmod --chown --max-size --min-size --max-delete --block-size --remote-option',
  },
  curl: {
    anywhere:
      '-A -b -c -C -d -D -e -E -F -H -K -m -o -P -Q -r -t -T -u -U -w -x -X -y -Y -z --user-agent --cookie --cookie-jar --continue-at --data --data-ascii --data-binary --data-raw --data-urlencode --json --dump-header --referer --cert --form --form-string --header --config --max-time --output --output-dir --ftp-port --quote --range --upload-file --user --proxy-user --write-out --proxy --request --url --url-query --connect-timeout --cacert --capath --key --resolve --connect-to --interface --retry --retry-delay --retry-max-time --limit-rate --max-redirs --unix-socket --oauth2-bearer --request-target --socks5 --socks5-hostname --noproxy --proto --tls-max --ciphers --variable --expand-data --time-cond --dns-servers --aws-sigv4 --login-options --mail-from --mail-rcpt --hostpubsha256 --trace --trace-ascii --stderr',
  },
  wget: {
    anywhere:
      '-a -A -B -D -e -i -I -l -o -O -P -Q -R -t -T -U -w -X --append-output --accept --base --domains --execute --input-file --include-directories --level --output-file --output-document --directory-prefix --quota --reject --tries --timeout --user-agent --wait --exclude-directories --post-data --post-file --body-data --body-file --method --header --user --password --referer --limit-rate --ca-certificate --certificate --private-key --bind-address --load-cookies --save-cookies',
  },
  nc: {
    anywhere:
      '-e -g -G -i -I -m -O -o -p -P -q -s -T -V -w -W -x -X --exec --sh-exec --source --wait --proxy --proxy-type',
  },
  ncat: {
    anywhere:
      '-e -c -g -i -m -o -p -s -w -x --exec --sh-exec --lua-exec --source --wait --idle-timeout --proxy --proxy-type --proxy-auth --allow --output',
  },
  find: {
    singleDash: true,
    anywhere:
      '-name -iname -path -ipath -wholename -regex -iregex -type -xtype -size -mtime -atime -ctime -mmin -amin -cmin -newer -anewer -cnewer -user -group -uid -gid -perm -maxdepth -mindepth -links -inum -samefile -lname -ilname -fstype -regextype -printf -fprint -fprint0 -fls -used -context',
  },
  systemctl: {
    anywhere:
      '-H -M -n -o -p -P -s -t --host --machine --lines --output --property --signal --type --state --kill-whom --kill-value --job-mode --root --image --what --when --message --check-inhibitors --timestamp',
  },
  service: {},
  journalctl: {
    anywhere:
      '-c -D -g -n -o -p -S -t -u -U -M --since --until --unit --user-unit --vacuum-size --vacuum-time --vacuum-files --output --lines --priority --grep --directory',
  },
  launchctl: {},
  openssl: hashDash,
  ffmpeg: hashDash,
  gpg: {
    anywhere:
      '-o -r -u -N --output --recipient --local-user --homedir --keyserver --default-key --passphrase --passphrase-file --passphrase-fd --pinentry-mode',
  },
  crontab: { anywhere: '-u' },
  useradd: { anywhere: '-b -c -d -e -f -g -G -k -K -p -s -u -R -Z' },
  chmod: { anywhere: '--reference' },
  chown: { anywhere: '--reference --from' },
  tar: {
    bareFlags: true,
    anywhere:
      '-f -C -T -X -b -I -H -K -L -N -V --file --directory --files-from --exclude --exclude-from --transform --xform --strip-components --use-compress-program --format --to-command --checkpoint-action --owner --group --mode --mtime',
  },
  pkill: {
    anywhere: '-g -G -P -s -t -u -U --signal --pgroup --group --parent --session --terminal --euid --uid -F --pidfile',
  },
  killall: { anywhere: '-s -u -y -o -n -Z --signal --user --younger-than --older-than --ns --context' },
  kill: { signal: true, anywhere: '-s --signal -q --queue' },
  shutdown: {},
  dd: {},
  ip: {},
  iptables: { anywhere: '-t -A -I -D -R -p -s -d -j -i -o -m' },
};
