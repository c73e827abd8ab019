import { program } from '../program.ts';
import { type Describe, entries, read } from '../use.ts';

const all = program({ operands: 'read' });

/** Programs that show, count, sum up or turn over what is in files. */
export const viewing: Readonly<Record<string, Describe>> = {
  ...entries(
    'cat tac rev zcat gzcat bzcat xzcat zstdcat lz4cat zless zmore bzless xzless most pg vimdiff nvimdiff',
    all,
  ),
  ...entries('md5 md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum b3sum cksum sum crc32', all),
  ...entries(
    'od hd strings fmt tsort look catdoc antiword docx2txt glow mdcat',
    program({ operands: 'read', valued: '-A -j -N -S -t -w -e -n -s -p' }),
  ),
  ...entries('shasum', program({ operands: 'read', valued: '-a --algorithm' })),
  ...entries(
    'less more view',
    program({
      operands: 'read',
      plus: true,
      valued: '-p -P -t -T -x -y -z -b -j -h',
      writes: '-o -O --log-file',
      reads: '-k',
    }),
  ),
  ...entries(
    'head tail',
    program({ operands: 'read', valued: '-n -c --lines --bytes --pid -s --sleep-interval --max-unchanged-stats' }),
  ),
  ...entries('nl', program({ operands: 'read', valued: '-b -d -f -h -i -l -n -s -v -w' })),
  ...entries(
    'bat batcat',
    program({
      operands: 'read',
      valued:
        '-l --language -m --map-syntax --theme --style --tabs --wrap --terminal-width --color --paging --pager --decorations -r --line-range -H --highlight-line --file-name',
    }),
  ),
  ...entries('highlight pygmentize ccat', program({ operands: 'read', valued: '-l -f -O -P -S -s', writes: '-o' })),
  ...entries('wc', program({ operands: 'read', valued: '--total', lists: '--files0-from' })),
  ...entries('xxd', program({ operands: 'read', valued: '-c -cols -g -l -len -o -s -seek -n', target: true })),
  ...entries('hexdump', program({ operands: 'read', valued: '-e -n -s', reads: '-f' })),
  ...entries('hexyl', program({ operands: 'read', valued: '-n --length -s --skip -c' })),
  ...entries(
    'base64 base32 basenc',
    program({ operands: 'read', valued: '-w --wrap -b --break', reads: '-i --input', writes: '-o --output' }),
  ),
  ...entries('uuencode', program({ operands: 'read', writes: '-o' })),
  ...entries(
    'pr expand unexpand fold',
    program({ operands: 'read', valued: '-w -l -h -o -s -t -N -n --width --tabs --length --header --separator' }),
  ),
  ...entries(
    'column',
    program({
      operands: 'read',
      valued: '-c -o -s -N -E -R -T -W -H -O -l -n --output-width --separator --output-separator --table-columns',
    }),
  ),
  ...entries('file', program({ reads: '-f --files-from -m --magic-file' })),
  ...entries('cloc tokei scc', program({ operands: 'read', recursive: true })),
  ...entries('dos2unix unix2dos', program({ operands: 'edit' })),
  ...entries('iconv', program({ operands: 'read', valued: '-f -t --from-code --to-code', writes: '-o --output' })),
  ...entries(
    'split csplit',
    program({ operands: 'read', valued: '-a -b -C -l -n -f --bytes --lines --number --suffix-length --prefix' }),
  ),
  ...entries('dump restore', all),
  ...entries('exiftool identify mediainfo ffprobe pdfinfo pdftotext', all),
  ...entries('readelf objdump nm ldd size', all),
  ...entries('getent', ({ args }) =>
    args.some(({ pattern }) => pattern === 'shadow' || pattern === 'gshadow') ? [read('/etc/shadow')] : [],
  ),
};
