import { program } from '../program.ts';
import { type Describe, entries } from '../use.ts';

const treeOf = program({ operands: 'read', valued: '-L -P -I -o --filelimit' });
const isFromFile = ({ pattern }: { readonly pattern: string }): boolean => pattern === '--fromfile';

/** Programs that name files, or work with what is no file, and read and write none of what is named. */
const nothing: Describe = () => [];

export const naming: Readonly<Record<string, Describe>> = {
  // What cannot be read as what it should be, these print.
  ...entries('date', program({ valued: '-d -r -v -I --date --reference', reads: '-f --file' })),
  ...entries('du', program({ valued: '-d -B -t --max-depth --block-size --exclude', lists: '--files0-from' })),
  ...entries('tree', call => (call.args.some(isFromFile) ? treeOf(call) : [])),
  ...entries('history', program({ reads: '-r -n' })),
  ...entries('bc dc', program({ operands: 'read', valued: '-e --expression', reads: '-f --file' })),
  ...entries('dircolors', program({ operands: 'read' })),
  ...entries('pip pip3', program({ reads: '-r --requirement --requirements -c --constraint' })),
  ...entries(
    'ls dir vdir exa eza lsd df stat test [ [[ ( basename dirname realpath readlink which whereis type command hash pathchk mountpoint',
    nothing,
  ),
  ...entries(
    'echo printf print true false : yes seq sleep wait cd pushd popd pwd dirs exit return break continue shift',
    nothing,
  ),
  ...entries(
    'export set unset declare typeset local readonly let alias unalias shopt trap ulimit umask getopts eval',
    nothing,
  ),
  ...entries('read mapfile readarray fc jobs fg bg disown kill pkill killall pgrep ps top htop uptime free', nothing),
  ...entries(
    'cal uname hostname whoami id groups users who w last nproc arch lsb_release getconf locale tty stty',
    nothing,
  ),
  ...entries('lsattr getfacl umount mount swapon swapoff losetup lsblk blkid fuser lsof', nothing),
  ...entries('mkdir mkfifo mknod mktemp tput clear reset expr factor numfmt env printenv compgen complete', nothing),
  ...entries(
    'systemctl service journalctl launchctl crontab at useradd userdel usermod passwd groupadd su chsh loginctl',
    nothing,
  ),
  ...entries('apt apt-get apt-cache dpkg yum dnf rpm pacman apk brew snap flatpak port choco winget scoop', nothing),
  ...entries('npm pnpm yarn bun npx pnpx bunx corepack pipx uv uvx poetry conda mamba gem bundle rustup go', nothing),
  ...entries(
    'make gmake ninja cmake ctest meson bazel buck gradle gradlew mvn mvnw ant sbt rake composer mix dotnet',
    nothing,
  ),
  ...entries(
    'docker-compose podman-compose helm minikube kind k9s terraform tofu pulumi ansible vagrant packer',
    nothing,
  ),
  ...entries('dotenv direnv nvm fnm asdf mise volta pyenv rbenv sdk jenv venv activate deactivate', nothing),
  ...entries('ssh-add ssh-agent ssh-keyscan ssh-copy-id ifconfig ip netstat ss iptables ufw route arp', nothing),
  ...entries('exec source-highlight time timeout nice ionice nohup setsid stdbuf watch xvfb-run', nothing),
  ...entries('jest mocha tox nox eslint tsc cypress rspec phpunit next webpack turbo nx', nothing),
  ...entries('open xdg-open start explorer code cursor idea subl zed', nothing),
};
