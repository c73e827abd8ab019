import type { Pattern } from '../pattern.ts';
import type { Field } from './text.ts';

/** Programs that print shell text to be evaluated, by the words that make them do so; none: whatever their words are. */
const printers: Readonly<Record<string, readonly string[]>> = {
  'ssh-agent': [],
  keychain: [],
  dircolors: [],
  lesspipe: [],
  'lesspipe.sh': [],
  resize: [],
  getopt: [],
  brew: ['shellenv'],
  direnv: ['hook', 'export'],
  pyenv: ['init', 'virtualenv-init'],
  rbenv: ['init'],
  nodenv: ['init'],
  goenv: ['init'],
  jenv: ['init'],
  phpenv: ['init'],
  plenv: ['init'],
  tfenv: ['init'],
  fnm: ['env'],
  mise: ['activate', 'env', 'hook-env'],
  rtx: ['activate', 'env'],
  asdf: ['env', 'exec', 'shell'],
  starship: ['init'],
  zoxide: ['init'],
  atuin: ['init'],
  mcfly: ['init'],
  fzf: ['--bash', '--zsh'],
  conda: ['shell.bash', 'shell.zsh', 'shell.posix'],
  mamba: ['shell', 'shell.bash', 'shell.zsh'],
  micromamba: ['shell'],
  opam: ['env', 'config'],
  thefuck: ['--alias'],
  'docker-machine': ['env'],
  minikube: ['docker-env', 'podman-env'],
  luarocks: ['path'],
  'register-python-argcomplete': [],
  'oh-my-posh': ['init'],
  vcpkg: ['env'],
  guix: ['package'],
  tmuxifier: ['init'],
  hub: ['alias'],
  'ssh-add': [],
  stack: ['--bash-completion-script'],
  perl: ['-Mlocal::lib', '-I'],
  spack: ['load'],
  nix: ['print-dev-env'],
  pdm: ['venv', '--pep582'],
  pipenv: ['--completion'],
  poetry: ['env'],
  aws: ['export-credentials', 'configure'],
};

const completion = new Set([
  'completion',
  'completions',
  '--completion',
  'generate-shell-completion',
  'shell-completion',
]);

/** Whether what a program prints is shell text that people evaluate every day. */
export function printsEverydayText(name: string, args: readonly Field[]): boolean {
  if (args.slice(0, 3).some(({ pattern }) => completion.has(pattern))) return true;
  const wanted = Object.hasOwn(printers, name) ? printers[name] : undefined;
  return wanted !== undefined && (wanted.length === 0 || args.some(({ pattern }) => wanted.includes(pattern)));
}

const sourced =
  /(?:^|\/)(?:\.(?:bashrc|bash_profile|bash_aliases|bash_login|profile|zshrc|zprofile|zshenv|nvm\/nvm\.sh|cargo\/env|rvm\/scripts\/rvm|asdf\/asdf\.sh|sdkman\/bin\/sdkman-init\.sh|fzf\.(?:bash|zsh)|nix-profile\/etc\/profile\.d\/[\w.-]+|deno\/env|ghcup\/env|local\/bin\/env|poetry\/env|swiftly\/env\.sh|p10k\.zsh)|nvm\.sh|rvm\/scripts\/rvm|bin\/activate|etc\/profile|etc\/bash\.bashrc|etc\/bashrc|etc\/environment|etc\/os-release|lsb-release|etc\/profile\.d\/[\w.-]+|bash_completion|bash-completion\/[\w./-]+|etc\/profile\.d\/conda\.sh|asdf\.sh|sdkman-init\.sh|(?:emsdk_env|setupvars|export-esp|export)\.sh|opt\/ros\/[\w-]+\/setup\.(?:bash|sh)|git-completion\.bash|git-prompt\.sh|google-cloud-sdk\/[\w.-]+\.inc|gcloud\/[\w.-]+\.inc|oneapi\/setvars\.sh)$/;

/** Whether a file is one that shells of this machine read anyway, or that sets an environment up. */
export function isEverydaySource(path: Pattern): boolean {
  return sourced.test(path);
}
