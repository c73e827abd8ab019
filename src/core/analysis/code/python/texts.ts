import type { Call, Handler } from '../call.ts';
import { decodeBase64, decodeHex, rot13 } from '../escapes.ts';
import { origin, plainText, some, text, type Value } from '../value.ts';

/** Decodes a text that stands there; of any other it is only known that it was decoded. */
export function decoded(value: Value, decode: (text: string) => string | undefined): Value {
  const plain = plainText(value);
  const result = plain === undefined ? undefined : decode(plain);
  return result === undefined ? some(value.from | origin.decoded) : text(result, value.from);
}

function decodes(decode: (text: string) => string | undefined): Handler {
  return call => decoded(call.need(0, 's', 'string'), decode);
}

const codecs: Handler = call => decodeAs(call, plainText(call.need(1, 'encoding')) ?? 'utf8', call.need(0, 'obj'));

/** `codecs.decode(value, encoding)` and `value.decode(encoding)`. */
export function decodeAs(_call: Call, encoding: string, value: Value): Value {
  if (/^rot_?13$/i.test(encoding)) return decoded(value, rot13);
  if (/^base_?64/i.test(encoding)) return decoded(value, decodeBase64);
  if (/^hex/i.test(encoding)) return decoded(value, decodeHex);
  return value;
}

/** What is decoded in a way that is not followed here. */
const opaque: Handler = call => some(call.from | origin.decoded);

/** What keeps the text that it is given. */
const keeps: Handler = call => call.at(0);

export const textHandlers: Readonly<Record<string, Handler>> = {
  'base64.b64decode': decodes(decodeBase64),
  'base64.standard_b64decode': decodes(decodeBase64),
  'base64.urlsafe_b64decode': decodes(decodeBase64),
  'base64.decodebytes': decodes(decodeBase64),
  'binascii.a2b_base64': decodes(decodeBase64),
  'base64.b16decode': decodes(decodeHex),
  'bytes.fromhex': decodes(decodeHex),
  'bytearray.fromhex': decodes(decodeHex),
  'binascii.unhexlify': decodes(decodeHex),
  'binascii.a2b_hex': decodes(decodeHex),
  'base64.b32decode': opaque,
  'base64.b85decode': opaque,
  'base64.a85decode': opaque,
  'zlib.decompress': opaque,
  'gzip.decompress': opaque,
  'bz2.decompress': opaque,
  'lzma.decompress': opaque,
  'codecs.decode': codecs,
  str: keeps,
  bytes: call => {
    const [value] = call.given.positional;
    if (value?.kind !== 'list' || value.open === true) return value;
    const codes = value.items.map(item => (item.kind === 'number' ? item.number : -1));
    return codes.every(code => code >= 0 && code < 256)
      ? text(String.fromCharCode(...codes.slice(0, 20_000)))
      : some(value.from);
  },
  bytearray: keeps,
  'textwrap.dedent': keeps,
  'shlex.quote': keeps,
};
