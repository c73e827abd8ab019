import { isOpen, type Pattern } from '../../pattern.ts';
import { unescapeText } from '../escapes.ts';
import { type Delimited, delimited, quoteOperator } from './quotes.ts';
import { endsValue, type Part, type ScriptLanguage, type Token } from './token.ts';

/** How deep expressions inside of texts are followed. */
const maxDepth = 5;

/** Divides a program into tokens; comments are left out. Never throws; goes over the text once. */
export function tokenize(code: Pattern, language: ScriptLanguage, depth = 0): Token[] {
  return new Lexer(code, language, depth).read();
}

const comments: Readonly<Record<ScriptLanguage, RegExp>> = {
  ruby: /#[^\n]*|(?<=^|\n)=begin\b[\s\S]*?(?:\n=end[^\n]*|$)/y,
  perl: /#[^\n]*|(?<=^|\n)=[a-z]\w*[\s\S]*?(?:\n=cut[^\n]*|$)/y,
  php: /#(?!\[)[^\n]*|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y,
  lua: /--\[\[[\s\S]*?(?:\]\]|$)|--[^\n]*/y,
  r: /#[^\n]*/y,
  applescript: /--[^\n]*|#[^\n]*/y,
};

const words: Readonly<Record<ScriptLanguage, RegExp>> = {
  ruby: /[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*[?!]?/y,
  perl: /[A-Za-z_]\w*(?:::\w+)*/y,
  php: /\\?[A-Za-z_]\w*(?:(?:\\|::)[A-Za-z_]\w*)*/y,
  lua: /[A-Za-z_]\w*/y,
  r: /[A-Za-z._][\w.]*(?::::?[A-Za-z._][\w.]*)?/y,
  applescript: /[A-Za-z_]\w*/y,
};

const variables: Partial<Record<ScriptLanguage, RegExp>> = {
  ruby: /@{1,2}\w+|\$(?:\w+|-\w|[^\s\w])/y,
  perl: /[$@%](?:\^\w|#?\$*\w+(?:::\w+)*|[_/\\,;.0&!@$](?!\w))|[$@%]#?\{\^?\w+\}/y,
  php: /\$\w+/y,
};

const numbers = /0[xX][\da-fA-F]+|\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const marks = /<=>|===|!==|\*\*=?|\.\.\.?|->|=>|&\.|\|\|=?|&&=?|==|!=|=~|!~|<=|>=|<<|>>|\+=|\.=|<-|\?->|[\s\S]/y;

class Lexer {
  readonly #code: Pattern;
  readonly #language: ScriptLanguage;
  readonly #depth: number;
  readonly #tokens: Token[] = [];
  #at = 0;
  /** Where the texts that began on this line end. */
  #documents = 0;

  constructor(code: Pattern, language: ScriptLanguage, depth: number) {
    this.#code = code;
    this.#language = language;
    this.#depth = depth;
  }

  read(): Token[] {
    while (this.#at < this.#code.length) this.#next();
    return this.#tokens;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#code)?.[0];
  }

  #push(kind: Token['kind'], text: string): void {
    this.#tokens.push({ kind, text });
    this.#at += Math.max(1, text.length);
  }

  #next(): void {
    const code = this.#code;
    const character = code[this.#at] ?? '';
    if (character === '\n') {
      this.#push('end', '\n');
      if (this.#documents > this.#at) this.#at = this.#documents;
      return;
    }
    if (/\s/.test(character)) {
      this.#at++;
      return;
    }
    if (isOpen(character)) {
      this.#push('open', this.#match(/[\uE000-\uE003]+/y) ?? character);
      return;
    }
    const comment = this.#match(comments[this.#language]);
    if (comment !== undefined) {
      this.#at += comment.length;
      return;
    }
    if (this.#document() || this.#quoted(character)) return;
    this.#plain(character);
  }

  #plain(character: string): void {
    const variable = variables[this.#language];
    const found = variable === undefined ? undefined : this.#match(variable);
    if (found !== undefined && !(found.startsWith('%') && endsValue(this.#tokens.at(-1)))) {
      this.#push('variable', found);
      return;
    }
    const word = this.#match(words[this.#language]);
    if (word !== undefined) this.#push('word', word);
    else if (/\d/.test(character)) this.#push('number', this.#match(numbers) ?? character);
    else if (character === ';') this.#push('end', ';');
    else this.#push('mark', this.#match(marks) ?? character);
  }

  /** A text that begins on the next line: `<<~EOS`, `<<'EOF'`, `<<<EOT`. */
  #document(): boolean {
    const start =
      this.#language === 'php'
        ? this.#match(/<<<[ \t]*["']?\w+["']?/y)
        : this.#language === 'ruby' || this.#language === 'perl'
          ? this.#match(/<<[~-]?(?:"\w+"|'\w+'|`\w+`|[A-Z_]\w*)/y)
          : undefined;
    if (start === undefined || (endsValue(this.#tokens.at(-1)) && !/[~'"-]/.test(start))) return false;
    const name = /\w+/.exec(start.replace(/^<+/, ''))?.[0] ?? '';
    const line = Math.max(this.#documents, this.#code.indexOf('\n', this.#at) + 1);
    if (line === 0) return false;
    const end = new RegExp(`^[ \\t]*${name}\\b`, 'gm');
    end.lastIndex = line;
    const close = end.exec(this.#code);
    const body = this.#code.slice(line, close?.index ?? this.#code.length);
    this.#documents = close === null ? this.#code.length : close.index + close[0].length;
    const raw = start.includes("'");
    this.#tokens.push({
      kind: start.includes('`') ? 'command' : 'text',
      text: '',
      parts: raw ? [body] : this.#parts(body),
    });
    this.#at += start.length;
    return true;
  }

  #quoted(character: string): boolean {
    const before = this.#tokens.at(-1);
    const quote = quoteOperator(this.#language, this.#code, this.#at, before);
    if (quote !== undefined) {
      this.#add(quote);
      return true;
    }
    if (character === '"' || character === "'" || (character === '`' && this.#language !== 'lua')) {
      const end = delimited(this.#code, this.#at);
      const raw = character === "'" && this.#language !== 'lua' && this.#language !== 'r';
      this.#add({
        kind: character === '`' && this.#language !== 'r' ? 'command' : 'text',
        bodies: [end.body],
        raw,
        end: end.end,
        flags: '',
      });
      return true;
    }
    const symbol = this.#language === 'ruby' ? this.#match(/(?<!:):[A-Za-z_]\w*[?!]?/y) : undefined;
    if (symbol !== undefined) {
      this.#push('symbol', symbol);
      return true;
    }
    const angle =
      this.#language === 'perl' && (before?.kind === 'word' || !endsValue(before))
        ? this.#match(/<[^<>\n=;]*>/y)
        : undefined;
    if (angle !== undefined) this.#push('angle', angle);
    return angle !== undefined;
  }

  #add(quote: Delimited): void {
    const [body = '', replacement] = quote.bodies;
    this.#at = Math.max(this.#at + 1, quote.end);
    if (quote.kind === 'regex') {
      this.#tokens.push({ kind: 'regex', text: quote.flags });
      // With `e`, what is put in its place is code.
      if (replacement !== undefined && quote.flags.includes('e')) {
        this.#tokens.push({
          kind: 'text',
          text: quote.flags.includes('ee') ? 'ee' : '',
          parts: [this.#inner(replacement)],
        });
      }
      return;
    }
    if (quote.kind === 'words') {
      this.#tokens.push({ kind: 'words', text: body });
      return;
    }
    this.#tokens.push({
      kind: quote.kind,
      text: '',
      parts: quote.raw ? [body.replaceAll(/\\([\\'])/g, '$1')] : this.#parts(body),
    });
  }

  #inner(code: string): readonly Token[] {
    return this.#depth >= maxDepth ? [{ kind: 'open', text: '' }] : tokenize(code, this.#language, this.#depth + 1);
  }

  /** A text with values in it. */
  #parts(body: string): readonly Part[] {
    const inside = interpolations[this.#language];
    if (inside === undefined) return [unescapeText(body)];
    const parts: Part[] = [];
    let from = 0;
    inside.lastIndex = 0;
    for (let found = inside.exec(body); found !== null; found = inside.exec(body)) {
      if (found[0].startsWith('\\')) continue;
      parts.push(unescapeText(body.slice(from, found.index)));
      from = inside.lastIndex;
      if (found[0].endsWith('{') && found[1] === undefined) {
        const end = delimited(body, from - 1);
        from = end.end;
        parts.push(this.#inner(end.body.replace(/^\s*[[\\]/, '')));
      } else parts.push(this.#inner(variableOf(found[0])));
      inside.lastIndex = from;
    }
    parts.push(unescapeText(body.slice(from)));
    return parts;
  }
}

const interpolations: Partial<Record<ScriptLanguage, RegExp>> = {
  ruby: /\\[\s\S]|#\{/g,
  perl: /\\[\s\S]|[$@]\{(?=[\s\\[])|\$\{\^?(\w+)\}|[$@](?:\w+(?:::\w+)*)(?:(?:->)?(?:\[[-\w$]*\]|\{['"]?\$?\w+['"]?\}))*/g,
  php: /\\[\s\S]|\{(?=\$)|\$\{(\w+)\}|\$\w+(?:\[[^\]\n]*\]|->\w+)?/g,
};

function variableOf(text: string): string {
  return text.replace(/^([$@])\{(\w+)\}$/, '$1$2');
}
