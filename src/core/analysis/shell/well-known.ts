/** Programs whose words are no commands, whatever they look like. */
const wellKnown = new Set(
  `man info apropos whatis tldr cheat help which whereis where type hash command alias
  echo printf yes expr test true false cat tac less more bat head tail wc nl sort uniq cut paste join comm tr rev fold column fmt
  grep egrep fgrep rg ag ack zgrep sed awk gawk mawk perl python python2 python3 pip pip3 pipx ruby gem node npm pnpm yarn bun deno php composer lua go gofmt rustc rustup cargo java javac mvn gradle kotlin scala sbt swift dotnet julia ghc cabal stack elixir mix erl
  ls ll dir tree exa eza stat file du df lsof ps top htop pgrep pidof pstree free uptime vmstat iostat uname hostname whoami id groups users who w date cal env printenv
  cd pwd mkdir touch cp mv rm ln rmdir unlink shred dd truncate chmod chown chgrp install mktemp realpath readlink dirname basename
  apt apt-get apt-cache aptitude dpkg yum dnf rpm zypper pacman yay apk snap flatpak brew port nix nix-env choco winget scoop pkg emerge xbps-install opam conda mamba asdf mise sdk nvm volta
  git gh glab hub svn hg jj tig lazygit git-lfs pre-commit husky lint-staged
  docker podman nerdctl docker-compose kubectl oc helm k9s kustomize kind minikube terraform tofu terragrunt pulumi ansible ansible-playbook vagrant packer vault consul nomad
  aws gcloud gsutil az doctl heroku fly flyctl vercel netlify firebase wrangler supabase railway
  make gmake cmake ninja meson bazel buck just task rake ant scons nx turbo lerna tsc tsx eslint prettier biome jest vitest mocha pytest tox nox ruff black mypy flake8 pylint rspec phpunit
  psql mysql mariadb sqlite3 duckdb mongo mongosh redis-cli bq clickhouse-client sqlcmd pg_dump pg_restore mysqldump createdb dropdb
  curl wget http https xh aria2c ftp sftp scp rsync ssh ssh-keygen ssh-add ssh-copy-id nc ncat socat telnet ping dig nslookup host whois traceroute openssl gpg age
  tar zip unzip gzip gunzip bzip2 xz zstd 7z jq yq xmllint base64 md5sum sha256sum sha1sum shasum cksum xxd od hexdump strings diff cmp patch
  systemctl service journalctl launchctl crontab at kill killall pkill nice renice mount umount shutdown reboot halt poweroff useradd userdel usermod passwd groupadd
  vim vi nvim nano emacs code subl open xdg-open pbcopy pbpaste tee pv complete compgen bind declare export unset set shopt read source
  convert magick ffmpeg ffprobe pandoc latex pdflatex dot gnuplot hugo jekyll
  notify-send say logger wall write mail sendmail mutt espeak figlet cowsay toilet
  claude codex gemini aider hooklaw cc-safety-net explainshell thefuck fuck trash trash-put rip del fzf sk gum zoxide z`
    .split(/\s+/)
    .filter(name => name !== ''),
);

/** Whether a program is known to do something of its own with its words. */
export function isWellKnown(name: string): boolean {
  return wellKnown.has(name) || /^(?:python|pip|ruby|node|php|perl|lua|gcc|g\+\+|clang|llvm)[\d.+-]*$/.test(name);
}
