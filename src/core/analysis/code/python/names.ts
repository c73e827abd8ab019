import type { Call, Handler } from '../call.ts';
import { named, origin, some, type Value } from '../value.ts';
import { fileHandlers } from './files.ts';
import { canonical } from './member.ts';
import { networkHandlers } from './network.ts';
import { processHandlers } from './processes.ts';
import { runHandlers } from './running.ts';
import { textHandlers } from './texts.ts';

const handlers: ReadonlyMap<string, Handler> = new Map([
  ...Object.entries(fileHandlers),
  ...Object.entries(processHandlers),
  ...Object.entries(networkHandlers),
  ...Object.entries(runHandlers),
  ...Object.entries(textHandlers),
]);

/** Modules whose functions only compute: what they give comes from nowhere but what they are given. */
const computing =
  /^(?:json|re|math|datetime|time|random|string|uuid|hashlib|hmac|collections|itertools|functools|operator|statistics|decimal|fractions|textwrap|pprint|csv|html|os|sys|pathlib|shutil|glob|struct|zlib|gzip|platform|typing|dataclasses|enum|copy|calendar|secrets|locale|unicodedata|difflib|ast|inspect|types|logging|argparse|yaml|toml|tomllib|xml|configparser|heapq|bisect|array|contextlib|warnings|traceback|io|abc|numbers|colorsys|pickle|urllib|asyncio|threading|tempfile|getpass|fnmatch|filecmp|base64|binascii|codecs|requests|httpx|socket|sysconfig|importlib|pkg_resources|ipaddress|zoneinfo|np|pd|torch|matplotlib|scipy|sklearn|PIL|tqdm)$/;

/** Modules through which harm can be done by a name that is computed. */
const risky = /^(?:os|shutil|subprocess|pathlib|posix|nt|pty|builtins|__builtins__|sys|socket|ctypes|)$/;

/** Whether a name is one whose effect is known here. */
export function isKnownName(name: string): boolean {
  return handlers.has(canonical(name));
}

/** What calling something of a module does and gives. */
export function callName(call: Call): Value {
  const name = canonical(call.name);
  const handler = handlers.get(name);
  if (handler !== undefined) return handler(call) ?? some(call.from);
  if (name.endsWith('.?') && risky.test(name.slice(0, -2))) {
    call.findings.unknown('code', `a function of \`${name.slice(0, -2) || 'builtins'}\` by a computed name`);
  }
  if (/__(?:subclasses|globals|getattribute)__/.test(name))
    call.findings.unknown('code', 'a way around the names of Python');
  if (/^(?:ctypes|cffi)\b/.test(name)) return foreignCode(call, name);
  const [module = '', ...rest] = name.split('.');
  return some(call.from | (rest.length === 0 || computing.test(module) ? 0 : origin.foreign));
}

function foreignCode(call: Call, name: string): Value {
  const last = name.slice(name.lastIndexOf('.') + 1);
  const handler = handlers.get(`os.${last}`);
  if (handler !== undefined) return handler(call) ?? some(call.from);
  if (/^(?:syscall|exec[vl]\w*|mprotect|mmap)$/.test(last)) call.findings.unknown('code', `\`${last}\` of a C library`);
  return named(/^(?:CDLL|PyDLL|cdll|LoadLibrary)$/.test(last) ? 'ctypes.library' : 'ctypes.value');
}
