import type { Pattern } from '../../pattern.ts';
import { hasOption, readArguments, valuesOf } from '../arguments.ts';
import { program } from '../program.ts';
import { type Describe, entries, type NetworkUse, read, type Use, write } from '../use.ts';

const ncValued = new Set(
  '-c -e -g -G -i -I -m -M -O -o -p -P -q -s -T -V -w -W -x -X --exec --sh-exec --lua-exec --proxy --proxy-type --output --source --source-port --wait --idle-timeout --delay'.split(
    ' ',
  ),
);

/** Whatever comes in goes out; a program that it starts gets all that comes back. */
const netcat: Describe = ({ args }) => {
  const given = readArguments(args, ncValued);
  const [host] = given.operands;
  if (hasOption(given, ['-z']) || (host === undefined && !hasOption(given, ['-l', '--listen']))) return [];
  const runs = hasOption(given, ['-e', '-c', '--exec', '--sh-exec', '--lua-exec']);
  const listens = hasOption(given, ['-l', '--listen']);
  return [
    {
      does: 'talk',
      address: listens || host === undefined ? '0.0.0.0' : host.pattern,
      sendsInput: true,
      carries: given.operands,
      ...(runs ? { sends: true } : {}),
    },
  ];
};

/** Two ends: where one is another host, the other one's content goes there. */
const socat: Describe = ({ args }) => {
  const ends = readArguments(args, new Set('-b -t -T -lf -lp -d'.split(' '))).operands.map(({ pattern }) => pattern);
  const remote = ends.find(end =>
    /^(?:tcp[46]?|udp[46]?|openssl|ssl|sctp|proxy|socks[45]a?)(?:-connect|-sendto|-datagram)?:/i.test(end),
  );
  const files = ends.flatMap(end => {
    const path = /^(?:file|open|gopen|create|rdonly):([^,]*)/i.exec(end)?.[1];
    return path === undefined ? [] : [path];
  });
  const other = ends.filter(end => end !== remote);
  const runs = other.some(end => /^(?:exec|system|shell|pty):/i.test(end));
  const uses: Use[] = files.map(path => read(path));
  if (remote === undefined) return uses;
  const address = remote.slice(remote.indexOf(':') + 1).replace(/,.*$/, '');
  const plain = other.some(end => /^(?:-|stdio|stdin)/i.test(end)) || other.length === 0;
  const use: NetworkUse = { does: 'talk', address, files, sendsInput: plain, ...(runs ? { sends: true } : {}) };
  return [...uses, use];
};

const sshValued = new Set('-b -B -c -D -E -e -F -I -i -J -L -l -m -O -o -p -P -Q -R -S -W -w'.split(' '));

/** What comes in goes to the command there; the command itself is judged by itself. */
const ssh: Describe = ({ args }) => {
  const at = firstOperand(
    args.map(({ pattern }) => pattern),
    sshValued,
  );
  const host = args[at];
  if (host === undefined) return [];
  const address = host.pattern.replace(/^ssh:\/\//, '').replace(/^[^@]*@/, '');
  // What it does not understand of its settings it prints.
  const settings = valuesOf(readArguments(args.slice(0, at), sshValued), ['-F']).map(({ pattern }) => read(pattern));
  return [...settings, { does: 'talk', address, sendsInput: true, transfer: true, carries: args.slice(at) }];
};

function firstOperand(words: readonly Pattern[], valued: ReadonlySet<string>): number {
  let at = 0;
  while (at < words.length && (words[at] ?? '').startsWith('-')) at += valued.has(words[at] ?? '') ? 2 : 1;
  return at;
}

const telnet: Describe = ({ args }) => {
  const [host] = readArguments(args, new Set('-l -b -e -n -S -X'.split(' '))).operands;
  return host === undefined ? [] : [{ does: 'talk', address: host.pattern, sendsInput: true, carries: [host] }];
};

const opensslFiles = '-in -inkey -kfile -certfile -data -rand -config -extfile -content -sigfile -signature';

/** `openssl s_client` talks; the rest works on files. */
const openssl: Describe = ({ args }) => {
  const [verb, ...rest] = args;
  const hash = /^(?:sha|md|blake|dgst|sm3)/.test(verb?.pattern ?? '');
  if (verb?.pattern === 's_client') {
    const given = readArguments(
      rest,
      new Set('-connect -host -port -servername -cert -key -CAfile -CApath -starttls -proxy -alpn'.split(' ')),
    );
    const host = valuesOf(given, ['-connect', '-host'])[0] ?? given.operands[0];
    return host === undefined ? [] : [{ does: 'talk', address: host.pattern, sendsInput: true, carries: [host] }];
  }
  return program({
    valued:
      '-inform -outform -key -CA -CAkey -CAfile -cert -signkey -recip -verify -prverify -msg -pass -passin -passout -days -subj -newkey -hmac -K -iv -S -md -iter -algorithm -pkeyopt -name -caname -cipher -curves -addext -set_serial -enddate -startdate -checkend',
    reads: opensslFiles,
    writes: '-out -keyout -CAserial -writerand',
    ...(hash ? { operands: 'read' as const } : {}),
  })({ args: rest });
};

/** Addresses that are asked for by name: a name that is an output tells it to whoever answers. */
const lookup: Describe = ({ args }) => {
  const given = readArguments(
    args,
    new Set('-c -i -I -W -w -t -s -p -q -k -b -f -x -n -m -N -l -S -T -Q -y'.split(' ')),
  );
  const files = valuesOf(given, ['-f']).map(({ pattern }) => read(pattern));
  const names = given.operands.filter(
    ({ pattern }) => !/^[@+]/.test(pattern) && !/^(?:A|AAAA|TXT|MX|NS|CNAME|SOA|ANY|PTR|SRV)$/i.test(pattern),
  );
  return [...files, ...names.map((word): NetworkUse => ({ does: 'talk', address: word.pattern, carries: [word] }))];
};

/** A mail takes its text from its input. */
const mail: Describe = ({ args }) => {
  const given = readArguments(
    args,
    new Set(
      '-s -a -A -r -c -b -q -S -u -f -F -t -o -m --attach --subject -i'
        .split(' ')
        .filter(name => name !== '-t' && name !== '-i'),
    ),
  );
  const files = valuesOf(given, ['-a', '-A', '--attach', '-q']).map(({ pattern }) => pattern);
  const address = given.operands[0]?.pattern ?? 'mail';
  return [
    ...files.map(path => read(path)),
    { does: 'talk', address, files, sendsInput: true, carries: given.operands },
  ];
};

/** Clients of places where texts are published. */
const paste: Describe = ({ args }) => {
  const { operands } = readArguments(args, new Set('-t -l -e -f -u -a -i'.split(' ')));
  const files = operands.map(({ pattern }) => pattern).filter(path => path !== '-');
  return [...files.map(path => read(path)), { does: 'talk', address: 'paste', files, sendsInput: files.length === 0 }];
};

const gpg: Describe = program({
  operands: 'read',
  valued:
    '-r -u -R --recipient --local-user --hidden-recipient --passphrase --passphrase-fd --homedir --keyserver --cipher-algo --digest-algo --batch-name --pinentry-mode --default-key --export-options --trust-model --status-fd --keyserver-options --compress-algo --s2k-mode',
  reads: '--passphrase-file --options',
  writes: '-o --output',
  idleBy:
    '--list-keys --list-secret-keys -k -K --recv-keys --send-keys --search-keys --export --export-secret-keys --delete-keys --delete-secret-keys --delete-key --edit-key --gen-key --full-generate-key --quick-generate-key --fingerprint --receive-keys --refresh-keys --list-sigs --sign-key --version',
});

/** Keys that are exported come from the key ring. */
const gpgCall: Describe = call => {
  const exports = call.args.some(({ pattern }) => pattern.startsWith('--export-secret'));
  return exports ? [read(`${call.surroundings.home}/.gnupg/private-keys-v1.d`, { recursive: true })] : gpg(call);
};

export const sockets: Readonly<Record<string, Describe>> = {
  ...entries('nc ncat netcat nc.traditional nc.openbsd', netcat),
  ...entries('socat', socat),
  ...entries('ssh slogin autossh mosh plink rsh', ssh),
  ...entries('sshpass', () => []),
  ...entries('telnet', telnet),
  ...entries('openssl libressl', openssl),
  ...entries('dig nslookup host drill kdig ping ping6 fping traceroute tracepath mtr whois delv resolvectl', lookup),
  ...entries('mail mailx mutt nail s-nail sendmail msmtp ssmtp swaks', mail),
  ...entries('pastebinit wgetpaste gist termbin sprunge ix fpaste transfer', paste),
  ...entries('gpg gpg2', gpgCall),
  ...entries(
    'age rage',
    program({
      operands: 'read',
      valued: '-r --recipient',
      reads: '-R --recipients-file -i --identity',
      writes: '-o --output',
    }),
  ),
  ...entries(
    'sops',
    program({
      operands: 'read',
      valued: '--input-type --output-type -k -p --extract --set',
      writes: '--output',
      editBy: '-i --in-place',
    }),
  ),
  ...entries('ssh-keygen', ({ args }) => {
    const given = readArguments(args, new Set('-t -b -C -f -N -P -m -a -F -R -I -s -n -V'.split(' ')));
    // Fingerprints and public keys say nothing of what is secret.
    if (hasOption(given, ['-y', '-l', '-e', '-F', '-B', '-R'])) return [];
    return valuesOf(given, ['-f']).map(({ pattern }) => write(pattern));
  }),
  ...entries('tcpdump tshark', program({ valued: '-i -c -s -n', reads: '-r -F', writes: '-w' })),
};
