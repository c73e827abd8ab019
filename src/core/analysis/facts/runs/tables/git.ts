import type { ProgramOptions } from '../program-options.ts';

/** Source: the manual pages of git 2.47. */
export const gitOptions: Readonly<Record<string, ProgramOptions>> = {
  git: {
    own: '-C -c --git-dir --work-tree --namespace --super-prefix --config-env --attr-source --list-cmds',
    owns: 1,
    passes: { 'submodule foreach': 0, 'bisect run': 0 },
    verbs: {
      add: '--chmod --pathspec-from-file',
      am: '-C -p --directory --exclude --include --whitespace --patch-format',
      apply: '-C -p --directory --exclude --include --whitespace --build-fake-ancestor',
      archive: '-o --output --format --prefix --remote --exec --add-file --mtime',
      blame: '-L -S --contents --ignore-rev --ignore-revs-file --date',
      branch: '-u --set-upstream-to --sort --points-at --format --contains --no-contains --merged --no-merged',
      checkout: '-b -B --orphan --conflict --pathspec-from-file',
      'cherry-pick': '-m -X -s --mainline --strategy --strategy-option --cleanup',
      clean: '-e --exclude',
      clone:
        '-o -b -c -u -j --origin --branch --config --upload-pack --jobs --depth --reference --reference-if-able --template --separate-git-dir --shallow-since --shallow-exclude --filter --server-option --bundle-uri --revision',
      commit:
        '-m -F -C -c -t --message --file --author --date --reuse-message --reedit-message --fixup --squash --template --cleanup --trailer --pathspec-from-file',
      config: '-f --file --blob --type --default --value --comment --url',
      diff: '-G -S -O -l --output --diff-filter --src-prefix --dst-prefix --inter-hunk-context --word-diff-regex --ignore-matching-lines -I',
      fetch:
        '-j -o --jobs --depth --deepen --shallow-since --shallow-exclude --refmap --upload-pack --server-option --filter --negotiation-tip --recurse-submodules-default',
      'filter-branch':
        '-d --setup --subdirectory-filter --env-filter --tree-filter --index-filter --parent-filter --msg-filter --commit-filter --tag-name-filter --original --state-branch',
      'format-patch':
        '-o -v --output-directory --start-number --subject-prefix --in-reply-to --to --cc --signature --suffix --base --cover-from-description',
      grep: '-e -f -A -B -C -m -O --max-depth --max-count --threads --context --after-context --before-context --and-not',
      log: '-n -L -G -S -O -l --max-count --skip --since --until --after --before --author --committer --grep --format --date --diff-filter --output --decorate-refs --exclude --glob',
      merge: '-m -F -X -s --message --file --strategy --strategy-option --cleanup --into-name',
      notes: '-m -F -C -c --message --file --ref --strategy',
      'notes add': '-m -F -C -c --message --file --reuse-message --reedit-message',
      pull: '-j -X -s -o --jobs --depth --deepen --strategy --strategy-option --upload-pack --server-option --refmap --cleanup --negotiation-tip',
      push: '-o --push-option --repo --receive-pack --exec --recurse-submodules',
      rebase: '-x -X -s -C --exec --strategy --strategy-option --onto --whitespace --empty',
      'remote add': '-t -m',
      reset: '--pathspec-from-file',
      restore: '-s --source --conflict --pathspec-from-file',
      revert: '-m -X -s --mainline --strategy --strategy-option --cleanup',
      rm: '--pathspec-from-file',
      show: '-G -S -O -l --format --date --output --diff-filter',
      stash: '-m --message --pathspec-from-file',
      'stash push': '-m --message --pathspec-from-file',
      'stash save': '-m --message',
      submodule: '--reference --depth --jobs -j -b --branch --name',
      'submodule add': '--reference --depth -b --branch --name',
      'submodule update': '--reference --depth --jobs -j --filter',
      switch: '-c -C --create --force-create --orphan --conflict',
      tag: '-m -F -u --message --file --local-user --sort --points-at --format --cleanup --contains --no-contains --merged --no-merged --trailer',
      'update-ref': '-m',
      'worktree add': '-b -B --reason',
      'worktree lock': '--reason',
    },
  },
};
