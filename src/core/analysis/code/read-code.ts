import { type Parsers, parserOf, type SyntaxTree } from '../parsers.ts';
import { isOpen, type Pattern } from '../pattern.ts';
import type { CodeSurroundings } from './call.ts';
import { Findings, mergeReadings, unreadCode } from './findings.ts';
import { readJavascriptTree } from './javascript/javascript-reader.ts';
import { findOpenCode } from './open-code.ts';
import { readPythonTree } from './python/python-reader.ts';
import type { CodeLanguage, CodeReading } from './reading.ts';
import { readAwk } from './script/read-awk.ts';
import { readScript } from './script/read-script-language.ts';
import { readSed } from './script/read-sed.ts';
import { isTooLarge } from './tree-walk.ts';
import { isUnknown } from './value.ts';

/** What code is read with. */
export interface CodeGiven {
  /** The words behind the code. */
  readonly args: readonly Pattern[];
  readonly parsers: Parsers;
  /** The home folder; without it, a path in it starts with `~`. */
  readonly home?: Pattern;
  /** Variables of the environment, as far as they are known. */
  readonly env?: (name: string) => string | undefined;
}

/** How deep code that runs code is followed. */
const maxDepth = 5;

/**
 * What a piece of code would do. Paths are as written, seen from the working folder; a leading `~` is the home folder.
 * @throws {ParserNeeded} when a parser has to be loaded first, and nothing else
 */
export function readCode(language: CodeLanguage, text: Pattern, given: CodeGiven): CodeReading {
  const surroundings: CodeSurroundings = {
    args: given.args,
    home: given.home ?? '~',
    env: given.env ?? (() => undefined),
  };
  return readDeep(language, text, surroundings, given.parsers, maxDepth);
}

function readDeep(
  language: CodeLanguage,
  text: Pattern,
  surroundings: CodeSurroundings,
  parsers: Parsers,
  depth: number,
  seen: Set<Pattern> = new Set(),
): CodeReading {
  if (isUnknown(text)) return unreadCode('text', `the ${language} code`);
  if (depth === 0 || isTooLarge(text)) return unreadCode('too-large', `the ${language} code`);
  const findings = readOne(language, text, surroundings, parsers);
  const fresh = [...findings.texts].filter(code => !seen.has(code));
  for (const code of fresh) seen.add(code);
  // It runs among the names of what runs it.
  const inner = fresh.map(code =>
    readDeep(
      language,
      `${text}${language === 'python' ? '\n' : '\n;\n'}${code}`,
      surroundings,
      parsers,
      depth - 1,
      seen,
    ),
  );
  return inner.length === 0 ? findings.reading() : mergeReadings([findings.reading(), ...inner]);
}

function readOne(language: CodeLanguage, text: Pattern, surroundings: CodeSurroundings, parsers: Parsers): Findings {
  switch (language) {
    case 'python':
    case 'javascript': {
      const tree = parsed(parserOf(parsers, language), text);
      if (tree === undefined) return unreadable(text, language);
      const findings =
        language === 'python' ? readPythonTree(tree, text, surroundings) : readJavascriptTree(tree, text, surroundings);
      findOpenCode(tree, text, isOpen(text), findings);
      return findings;
    }
    case 'awk':
      return readAwk(text, surroundings);
    case 'sed':
      return readSed(text);
    default:
      return readScript(language, text, surroundings);
  }
}

function parsed(parse: (text: string) => SyntaxTree, text: Pattern): SyntaxTree | undefined {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

function unreadable(text: Pattern, language: CodeLanguage): Findings {
  const findings = new Findings();
  if (isOpen(text)) findings.unknown('text', `${language} code with a part that is put in from outside`);
  else findings.unknown('invalid', `${language} code that does not parse`);
  return findings;
}
