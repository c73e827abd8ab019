import { anything } from '../../pattern.ts';
import type { CodeSurroundings } from '../call.ts';
import { decodeBase64, decodeHex } from '../escapes.ts';
import { expandHome, globPattern, joinValues } from '../folder.ts';
import {
  concatAll,
  either,
  elementOf,
  list,
  nothing,
  optionsOf,
  origin,
  pathText,
  plainText,
  some,
  text,
  textsOf,
  type Value,
} from '../value.ts';
import type { ScriptLanguage, Token } from './token.ts';

/** Most tokens of an expression, and deepest nesting, that are looked into. */
const maxTokens = 150;
const maxDepth = 6;

const joiners: Readonly<Record<ScriptLanguage, string>> = {
  ruby: '+',
  perl: '.',
  php: '.',
  lua: '..',
  r: '+',
  applescript: '&',
};

/** Functions that give what they are given. */
const same =
  /^(?:chomp|strip|to_s|to_path|to_str|freeze|dup|trim|realpath|File\.realpath|File\.absolute_path|Shellwords\.escape|escapeshellarg|URI|URI\.parse|URI\.join|normalizePath|path\.expand|shQuote|paste0?|sort|uniq|compact|list|flatten|reverse|each|map|select|reject|filter|grep|entries|as\.character|qx|String|tr|lc|uc|array_filter|array_reverse)$/;

const fileReaders =
  /^(?:(?:File|IO)\.(?:read|binread|readlines|foreach|open|new)|IO\.read|read_file|slurp|file_get_contents|file|readfile|fopen|fread|fgets|readLines|readRDS|read\.\w+|scan|io\.open|io\.lines|YAML\.load_file|JSON\.load_file|CSV\.read|path)$/;
const downloads =
  /^(?:URI\.open|Net::HTTP\.\w+|HTTP\.\w+|HTTParty\.\w+|RestClient\.\w+|Faraday\.\w+|LWP::Simple::\w+|getstore|curl_exec|TCPSocket\.\w+|download\.file|url)$/;
const decoders =
  /^(?:decode_base64|MIME::Base64::decode|Base64\.(?:strict_|urlsafe_)?decode64|base64_decode|hex2bin|gzinflate|gzuncompress|str_rot13|unpack1?|pack|convert_uudecode)$/;

/** Named arguments: none of the texts that a function works on. */
const options: Value = { kind: 'map', entries: new Map(), from: origin.nothing };

/** Works out values from tokens, without any effect. */
export class Evaluator {
  readonly #language: ScriptLanguage;
  readonly #surroundings: CodeSurroundings;
  readonly variables = new Map<string, Value>();

  constructor(language: ScriptLanguage, surroundings: CodeSurroundings) {
    this.#language = language;
    this.#surroundings = surroundings;
  }

  /** The value of an expression. */
  value(tokens: readonly Token[], depth = 0): Value {
    if (tokens.length === 0) return nothing;
    if (depth > maxDepth || tokens.length > maxTokens) return some(this.#originOf(tokens.slice(0, maxTokens)));
    const parts = splitTop(tokens, token => token.kind === 'mark' && token.text === joiners[this.#language]);
    if (parts.length > 1) return concatAll(parts.map(part => this.value(part, depth + 1)));
    const chosen = splitTop(tokens, token => token.kind === 'mark' && /^(?:\|\||\/\/|\?|:|&&)$/.test(token.text));
    if (chosen.length > 1)
      return either(
        chosen.slice(tokens.some(token => token.text === '?') ? 1 : 0).map(part => this.value(part, depth + 1)),
      );
    return this.#single(tokens, depth);
  }

  /** The arguments between two places, divided by commas. */
  values(tokens: readonly Token[], depth = 0): readonly Value[] {
    if (tokens.length === 0) return [];
    return splitTop(tokens, token => token.kind === 'mark' && token.text === ',').flatMap((part): readonly Value[] => {
      // A named argument, or a hash of them.
      if (
        part[1]?.kind === 'mark' &&
        /^(?:=>?|:)$/.test(part[1].text) &&
        /^(?:word|text|symbol)$/.test(part[0]?.kind ?? '')
      )
        return [options];
      if (part[0]?.text === '{') return [options];
      const value = this.value(part, depth + 1);
      return part[0]?.kind === 'words' && value.kind === 'list' ? value.items : [value];
    });
  }

  textOf(token: Token, depth = 0): Value {
    const parts = token.parts ?? [];
    return concatAll(
      parts.map(part =>
        typeof part === 'string' ? text(part) : depth > maxDepth ? nothing : this.value(part, depth + 1),
      ),
    );
  }

  #single(tokens: readonly Token[], depth: number): Value {
    const [first] = tokens;
    if (first === undefined) return nothing;
    if (tokens.length === 1) return this.#token(first, depth);
    const last = tokens.at(-1);
    const whole = closeOf(tokens, 0) === tokens.length - 1;
    if (whole && first.text === '(') return this.#group(tokens, depth);
    if (whole && first.text === '[') return list(this.values(tokens.slice(1, -1), depth));
    if (first.text === '*' || first.text === '\\' || first.text === '&') return this.value(tokens.slice(1), depth + 1);
    if (this.#language === 'ruby' || this.#language === 'php') {
      const at = lastDot(tokens);
      if (at > 0 && !isConstant(tokens.slice(0, at)))
        return this.#method(tokens.slice(0, at), tokens.slice(at + 1), depth);
    }
    if (first.kind === 'variable') return this.#element(tokens, depth);
    if (first.kind !== 'word') return some(this.#originOf(tokens));
    const [name, at] = nameAt(tokens, 0);
    const rest = tokens.slice(at);
    const args =
      rest[0]?.text === '(' || rest[0]?.text === '['
        ? last?.text === ')' || last?.text === ']'
          ? rest.slice(1, -1)
          : rest.slice(1)
        : rest;
    return this.#named(name, args, depth, tokens);
  }

  #group(tokens: readonly Token[], depth: number): Value {
    const values = this.values(tokens.slice(1, -1), depth);
    return values.length === 1 ? (values[0] ?? nothing) : list(values);
  }

  #token(token: Token, depth: number): Value {
    switch (token.kind) {
      case 'text':
        return this.textOf(token, depth);
      case 'symbol':
        return text(token.text.slice(1));
      case 'number':
        return { kind: 'number', number: Number(token.text), from: 0 };
      case 'words':
        return list(
          token.text
            .trim()
            .split(/\s+/)
            .slice(0, 500)
            .map(word => text(word)),
        );
      case 'angle':
        return angleValue(token.text);
      case 'command':
        return some(origin.output);
      case 'variable':
        return this.#variable(token.text);
      case 'word':
        return this.#named(token.text, [], depth, [token]);
      default:
        return nothing;
    }
  }

  #variable(name: string): Value {
    if (name === '@ARGV' || name === '$argv')
      return list((name === '$argv' ? ['-'] : []).concat(this.#surroundings.args).map(word => text(word)));
    if (name === '%ENV' || name === '$_ENV') return some(origin.environment);
    const found = this.variables.get(name) ?? this.variables.get(name.replace(/^[@%]/, '$'));
    return found ?? nothing;
  }

  /** `$x[1]`, `$ENV{HOME}`, `$_SERVER['HOME']`. */
  #element(tokens: readonly Token[], depth: number): Value {
    const [first, open, key] = tokens;
    if (first === undefined) return nothing;
    if (open?.text !== '[' && open?.text !== '{') return some(this.#originOf(tokens));
    const name =
      key?.kind === 'word' ? key.text : plainText(key === undefined ? undefined : this.#token(key, depth + 1));
    if (/^\$(?:ENV|_SERVER|_ENV)$/.test(first.text)) {
      return key?.kind === 'variable' ? some(origin.environment) : this.#environment(name);
    }
    if (first.text === '$ARGV' || first.text === '$argv')
      return this.#argument(Number(key?.text) - (first.text === '$argv' ? 1 : 0));
    const held = this.variables.get(first.text) ?? this.variables.get(first.text.replace('$', '@'));
    if (held?.kind === 'list' && key?.kind === 'number') return held.items[Number(key.text)] ?? elementOf(held);
    return held === undefined ? nothing : elementOf(held);
  }

  #environment(name: string | undefined): Value {
    if (name === 'HOME' || name === 'USERPROFILE') return text(this.#surroundings.home);
    const known = name === undefined ? undefined : this.#surroundings.env(name);
    return known === undefined ? some(origin.variable) : text(known, origin.variable);
  }

  #argument(at: number): Value {
    const word = this.#surroundings.args[at];
    return word === undefined ? nothing : text(word);
  }

  #named(name: string, args: readonly Token[], depth: number, all: readonly Token[]): Value {
    const values = this.values(args, depth + 1);
    const [first = nothing] = values;
    if (/^(?:ENV|ENV\.fetch|getenv|os\.getenv|Sys\.getenv)$/.test(name)) {
      return args.length === 0 ? some(origin.environment) : this.#environment(plainText(first));
    }
    if (/^ENV\./.test(name)) return some(origin.environment);
    if (name === 'ARGV' || name === 'arg')
      return args.length === 0
        ? list(this.#surroundings.args.map(word => text(word)))
        : this.#argument(Number(args[0]?.text) - (name === 'arg' ? 1 : 0));
    if (name === 'shift' && args.length === 0) return this.#argument(0);
    if (/^(?:Dir\.home|dirname|__dir__|Dir\.pwd|getcwd|cwd|Cwd::getcwd|getwd)$/.test(name)) {
      return name === 'Dir.home' ? text(this.#surroundings.home) : args.length === 0 ? text('.') : folderOf(first);
    }
    if (/^(?:File\.join|File::Spec->catfile|File::Spec->catdir|catfile|file\.path)$/.test(name))
      return values.length === 0 ? nothing : joinValues(values);
    if (name === 'File.expand_path')
      return values.length > 1
        ? joinValues([values[1] ?? nothing, expandHome(first, this.#surroundings.home)])
        : expandHome(first, this.#surroundings.home);
    if (name === 'File.dirname') return folderOf(first);
    if (/^(?:Dir\.glob|Dir|glob|bsd_glob|File::Glob::bsd_glob|Sys\.glob)$/.test(name)) return globbed(values);
    if (/^(?:Dir\.(?:entries|children|each_child|foreach)|scandir|readdir|list\.files)$/.test(name))
      return list([joinValues([first, text(anything)])]);
    if (/^(?:Pathname|Pathname\.new)$/.test(name)) return either(textsOf(first).map(path => pathText(path)));
    if (/^(?:Dir\.mktmpdir|Dir\.tmpdir|tempdir|tempnam|sys_get_temp_dir|tempfile|tempdir|os\.tmpname)$/.test(name))
      return text('/tmp/new');
    if (/^(?:array|c|list|qw)$/.test(name)) return list(values);
    if (decoders.test(name)) return decodedBy(name, values);
    if (same.test(name) && values.length > 0) return values.length === 1 ? first : concatAll(values);
    if (fileReaders.test(name) && first.kind === 'text') {
      if (/^(?:https?|ftp):/.test(first.text)) return some(origin.download);
      return { kind: 'object', object: 'content', text: first, from: origin.file };
    }
    if (name === 'sprintf' || name === 'format') return some(this.#originOf(all));
    const held = args.length === 0 ? this.variables.get(name) : undefined;
    return held ?? some(this.#originOf(all));
  }

  /** `receiver.method(args)`. */
  #method(receiver: readonly Token[], rest: readonly Token[], depth: number): Value {
    const name = rest[0]?.text ?? '';
    const args = rest[1]?.text === '(' ? rest.slice(2, -1) : rest.slice(1);
    const value = this.value(receiver, depth + 1);
    if (name === 'join' && value.kind === 'text') return joinValues([value, ...this.values(args, depth + 1)]);
    if (/^(?:glob|children|each_child|entries)$/.test(name) && value.kind === 'text') {
      const [pattern = text(anything)] = this.values(args, depth + 1);
      return list(
        optionsOf(joinValues([value, globbedText(pattern)])).map(option => pathText(textsOf(option)[0] ?? anything)),
      );
    }
    if (name === 'parent' && value.kind === 'text') return folderOf(value);
    if (name === 'first' || name === 'last' || name === 'pop' || name === 'shift') return elementOf(value);
    if (/^unpack1?$/.test(name)) return decodedBy('unpack', [value, ...this.values(args, depth + 1)]);
    if (same.test(name) || name === 'expand_path') return value;
    if (name === 'reverse' && plainText(value) !== undefined)
      return text([...(plainText(value) ?? '')].toReversed().join(''));
    return some(value.from | this.#originOf(rest));
  }

  /** Where what the tokens give may come from. */
  #originOf(tokens: readonly Token[]): number {
    let from = 0;
    tokens.forEach((token, at) => {
      if (token.kind === 'command') from |= origin.output;
      else if (token.kind === 'angle') from |= token.text === '<STDIN>' ? origin.input : origin.file;
      else if (token.kind === 'variable')
        from |= this.#variable(token.text).from | (/^\$(?:ENV|_ENV)$/.test(token.text) ? origin.variable : 0);
      else if (token.kind === 'word') from |= this.#originOfName(nameAt(tokens, at)[0]);
      else if (token.kind === 'text')
        for (const part of token.parts ?? [])
          if (typeof part !== 'string') from |= part.length > 50 ? 0 : this.#originOf(part);
    });
    return from;
  }

  #originOfName(name: string): number {
    if (fileReaders.test(name)) return origin.file;
    if (downloads.test(name) || (name === 'get' && this.#language === 'perl')) return origin.download;
    if (decoders.test(name)) return origin.decoded;
    if (/^(?:STDIN|gets|\$stdin|readline|readlines|ARGF|stdin)\b/.test(name)) return origin.input;
    if (/^(?:shell_exec|IO\.popen|popen|io\.popen|system2?|Open3\.\w+)$/.test(name)) return origin.output;
    if (/^ENV\.(?:to_a|to_h|each|inspect|map|sort|each_pair)$/.test(name)) return origin.environment;
    return this.variables.get(name)?.from ?? 0;
  }
}

function angleValue(angle: string): Value {
  const inside = angle.slice(1, -1);
  if (inside === '') return some(origin.file);
  if (/^\$?\w+$/.test(inside)) return some(inside === 'STDIN' ? origin.input : origin.file);
  return list([text(globPattern(inside))]);
}

function globbedText(value: Value): Value {
  return either(textsOf(value).map(pattern => text(globPattern(pattern))));
}

function globbed(values: readonly Value[]): Value {
  const items = values.flatMap(value => (value.kind === 'list' ? value.items : [value]));
  return list(items.filter(item => item.kind !== 'number').map(globbedText));
}

function folderOf(value: Value): Value {
  return either(
    textsOf(value).map(path => text(path.includes('/') ? path.slice(0, path.lastIndexOf('/')) || '/' : '.')),
  );
}

function decodedBy(name: string, values: readonly Value[]): Value {
  const from = values.reduce((sum, value) => sum | value.from, origin.decoded as number);
  const coded = plainText(name === 'pack' || name === 'unpack1' ? values.at(-1) : values[0]);
  if (coded === undefined) return some(from);
  if (/64/.test(name)) return text(decodeBase64(coded) ?? anything);
  if (name === 'hex2bin') return text(decodeHex(coded) ?? anything);
  if (/^unpack/.test(name) && plainText(values[1])?.startsWith('m') === true)
    return text(decodeBase64(plainText(values[0]) ?? '') ?? anything);
  return some(from);
}

function isConstant(tokens: readonly Token[]): boolean {
  return tokens.length === 1 && tokens[0]?.kind === 'word' && /^[A-Z]/.test(tokens[0].text);
}

/** The place of the last dot that stands outside of brackets. */
function lastDot(tokens: readonly Token[]): number {
  let depth = 0;
  for (let at = tokens.length - 1; at > 0; at--) {
    const token = tokens[at];
    if (token?.kind !== 'mark') continue;
    if (/^[)\]}]$/.test(token.text)) depth++;
    else if (/^[([{]$/.test(token.text)) depth--;
    else if (depth === 0 && (token.text === '.' || token.text === '&.' || token.text === '->')) return at;
  }
  return -1;
}

/** The name that begins at a place, with what it stands in (`File.read`, `os.remove`), and the place behind it. */
export function nameAt(tokens: readonly Token[], start: number): readonly [string, number] {
  let name = (tokens[start]?.text ?? '').replace(/^\\/, '');
  let at = start + 1;
  for (; at + 1 < tokens.length && at < start + 6; at += 2) {
    const dot = tokens[at];
    const next = tokens[at + 1];
    if (dot?.kind !== 'mark' || !/^(?:\.|->|::|&\.)$/.test(dot.text) || next?.kind !== 'word') break;
    if (!/^[A-Z]/.test(name) && !/^(?:os|io|string|table|debug|package)$/.test(name)) break;
    name += `.${next.text}`;
  }
  return [name, at];
}

/** The place of the bracket that closes the one at a place; -1 where none stands there or none closes it. */
export function closeOf(tokens: readonly Token[], start: number): number {
  let depth = 0;
  for (let at = start; at < tokens.length; at++) {
    const token = tokens[at];
    if (token?.kind === 'mark' && /^[([{]$/.test(token.text)) depth++;
    else if (token?.kind === 'mark' && /^[)\]}]$/.test(token.text)) depth--;
    if (depth === 0) return token?.kind === 'mark' && at > start ? at : -1;
  }
  return -1;
}

/** Divides tokens at marks outside of brackets. */
export function splitTop(tokens: readonly Token[], isMark: (token: Token) => boolean): Token[][] {
  const parts: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token.kind === 'mark' && /^[([{]$/.test(token.text)) depth++;
    else if (token.kind === 'mark' && /^[)\]}]$/.test(token.text)) depth--;
    if (depth === 0 && isMark(token)) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}
