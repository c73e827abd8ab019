import type { ProgramOptions } from '../program-options.ts';

const npmVerbs =
  'access adduser audit bugs cache ci completion config dedupe deprecate diff dist-tag docs doctor edit exec explain explore find-dupes fund get help help-search hook init install install-ci-test install-test link ll login logout ls org outdated owner pack ping pkg prefix profile prune publish query rebuild repo restart root run-script sbom search set shrinkwrap star stars start stop team test token undeprecate uninstall unpublish unstar update version view whoami';

const pip: ProgramOptions = {
  anywhere:
    '-c -d -e -f -i -r -t --constraint --dest --editable --find-links --index-url --extra-index-url --requirement --target --root --prefix --src --platform --python-version --implementation --abi --upgrade-strategy --config-settings -C --global-option --build-option --no-binary --only-binary --progress-bar --root-user-action --report --log --proxy --retries --timeout --exists-action --trusted-host --cert --client-cert --cache-dir --use-feature --use-deprecated --python --keyring-provider --group',
};

const apt: ProgramOptions = {
  anywhere:
    '-a -c -o -t --config-file --option --target-release --default-release --host-architecture --build-profiles -P',
};
const yum: ProgramOptions = {
  anywhere:
    '-c -d -e -R -x --config --debuglevel --errorlevel --enablerepo --disablerepo --repo --repoid --installroot --releasever --exclude --setopt --downloaddir --destdir --forcearch --advisory --comment --disableplugin --enableplugin',
};
const pnpm: ProgramOptions = {
  anywhere:
    '-C -F --dir --filter --filter-prod --registry --store-dir --virtual-store-dir --reporter --loglevel --workspace-concurrency --prefix --tag --otp --access --config --lockfile-dir --modules-dir',
  passes: { exec: 1, dlx: 1, run: 1 },
  sameVerbs: {
    install: 'i',
    remove: 'rm uninstall un',
    update: 'up upgrade',
    run: 'run-script',
    list: 'ls',
    link: 'ln',
    config: 'c',
    test: 't',
  },
};

export const packageOptions: Readonly<Record<string, ProgramOptions>> = {
  npm: {
    anywhere:
      '-C -w --prefix --registry --workspace --cache --userconfig --globalconfig --tag --otp --access --loglevel --omit --include --install-strategy --before --script-shell --node-options --proxy --https-proxy --cafile --depth --location -L --scope --call --package',
    sameVerbs: {
      install: 'i in ins inst insta instal isnt isnta isntal isntall add',
      uninstall: 'un unlink remove rm r',
      'run-script': 'run rum urn',
      test: 't tst',
      exec: 'x',
      ci: 'ic clean-install install-clean isntall-clean',
      update: 'up upgrade udpate',
      ls: 'list',
      ll: 'la',
      link: 'ln',
      config: 'c',
      view: 'v info show',
      search: 'find s se',
      owner: 'author',
      'dist-tag': 'dist-tags',
      dedupe: 'ddp',
      rebuild: 'rb',
      explain: 'why',
      'install-ci-test': 'cit clean-install-test',
      'install-test': 'it',
      init: 'create innit',
      docs: 'home',
      bugs: 'issues',
      help: 'hlep',
      adduser: 'login add-user',
      version: 'verison',
      org: 'ogr',
    },
    abbreviates: npmVerbs,
  },
  npx: { own: '-p -c -w --package --call --workspace --registry --cache --prefix', passes: { '': 1 } },
  bunx: { own: '-p --package', passes: { '': 1 } },
  uvx: { own: '-p --python --from --with --index --index-url --extra-index-url -i', passes: { '': 1 } },
  pnpm,
  yarn: {
    anywhere:
      '--cwd --registry --cache-folder --modules-folder --preferred-cache-folder --mutex --network-timeout --use-yarnrc --otp --tag --access --new-version --link-folder --global-folder --prefix',
    passes: { exec: 1, dlx: 1, run: 1 },
    sameVerbs: { remove: 'rm', upgrade: 'up', run: 'run-script', list: 'ls' },
  },
  bun: {
    anywhere:
      '-c --config --cwd --env-file --registry --cache-dir --backend --filter -F --preload -r --tag --otp --access --concurrent-scripts',
    passes: { run: 1, x: 1 },
    sameVerbs: { install: 'i', add: 'a', remove: 'rm' },
  },
  deno: {
    exact: true,
    passes: { run: 1, eval: 1 },
    anywhere: '-c --config --import-map --lock --cert --reload-from --location --seed --ext --env-file',
  },
  pip,
  pipx: { anywhere: '-i --index-url --pip-args --python --suffix --spec --pypi-mirror', passes: { run: 1 } },
  pipenv: {
    anywhere: '--python --pypi-mirror -i --index --extra-pip-args -r --requirements -e --editable --categories',
    passes: { run: 1 },
  },
  poetry: {
    anywhere:
      '-C -P --directory --project -G --group --source -E --extras --python --platform --repository -r --username -u --password -p',
    passes: { run: 1 },
  },
  uv: {
    exact: true,
    anywhere:
      '-p -C --cache-dir --python --color --directory --project --config-file --index --default-index --index-url -i --extra-index-url --find-links -f --with --with-requirements --with-editable --from --group --extra --package --env-file --refresh-package --resolution --prerelease --exclude-newer --link-mode --token --publish-url -t -u --username',
    passes: { run: 1, 'tool run': 1 },
  },
  conda: { anywhere: '-n -p -c -f --name --prefix --channel --file --solver --clone', passes: { run: 1 } },
  cargo: {
    own: '--config -C -Z --color --explain',
    owns: 1,
    exact: true,
    anywhere:
      '-F -j -p --manifest-path --target --target-dir --features --package --exclude --bin --example --test --bench --profile --jobs --config --color -Z --registry --index --token --git --branch --tag --rev --path --version --vers --message-format --root --rename --lockfile-path --artifact-dir',
    passes: { run: 1 },
    sameVerbs: { build: 'b', check: 'c', doc: 'd', test: 't', run: 'r', remove: 'rm' },
  },
  go: {
    own: '-C',
    singleDash: true,
    exact: true,
    anywhere:
      '-o -p -tags -ldflags -gcflags -asmflags -mod -modfile -overlay -pkgdir -toolexec -run -bench -count -timeout -coverprofile -covermode -coverpkg -cpu -parallel -exec -fuzz -fuzztime -vet -buildmode -compiler -installsuffix -benchtime -skip -f',
    passes: { run: 1 },
  },
  brew: {
    sameVerbs: { uninstall: 'rm remove', list: 'ls', update: 'up', install: 'instal' },
    anywhere: '--appdir --fontdir --cc --bottle-arch --only-dependencies-of',
  },
  port: { anywhere: '-D -F' },
  apt,
  'apt-get': apt,
  aptitude: { anywhere: '-o -t -w -F' },
  dnf: { ...yum, sameVerbs: { remove: 'erase rm', install: 'in', upgrade: 'up update', list: 'ls' } },
  yum: { ...yum, sameVerbs: { remove: 'erase', update: 'upgrade' } },
  microdnf: yum,
  zypper: {
    anywhere: '-c -D -C -R -r --config --root --reposd-dir --cache-dir --repo --from -p --plus-repo',
    sameVerbs: { remove: 'rm', install: 'in', update: 'up' },
  },
  apk: { anywhere: '-X -p -t --repository --root --virtual --repositories-file --keys-dir --arch --cache-dir' },
  snap: { exact: true, anywhere: '--channel --revision --name' },
  gem: {
    anywhere:
      '-i -n -s -v -P --install-dir --bindir --source --version --trust-policy --http-proxy --config-file --host -k --key --otp -b --backtrace-to',
    sameVerbs: { install: 'i' },
  },
  bundle: { passes: { exec: 1 }, anywhere: '--gemfile --path --jobs -j --retry --without --with' },
  composer: {
    anywhere: '-d --working-dir --repository --repository-url --prefer-install',
    abbreviatesParts: true,
    abbreviates:
      'about archive audit browse bump check-platform-reqs clear-cache config create-project depends diagnose dump-autoload exec fund global init install licenses outdated prohibits reinstall remove repository require run-script search self-update show status suggests update validate',
  },
  mvn: {
    singleDash: true,
    anywhere:
      '-f -s -gs -pl -P -t -T -rf -b -D --file --settings --projects --activate-profiles --threads --define --resume-from',
  },
  gradle: {
    anywhere:
      '-b -c -g -p -x -I -D -P --project-dir --build-file --settings-file --gradle-user-home --exclude-task --init-script --max-workers --console --project-prop --system-prop',
  },
  dotnet: {
    anywhere:
      '-c -f -o -p -r -s -v -k --configuration --framework --output --project --runtime --source --verbosity --startup-project --context --api-key -a --arch --os --connection',
  },
  nuget: { singleDash: true, anywhere: '-Source -ApiKey -Version -OutputDirectory -ConfigFile' },
  twine: {
    anywhere:
      '-r -u -p -c -i --repository --repository-url --username --password --comment --config-file --identity --sign-with',
  },
  mix: {},
  helmfile: {
    exact: true,
    anywhere: '-e -f -l -n --environment --file --selector --namespace --kube-context --args --state-values-set',
  },
};
