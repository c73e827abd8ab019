import { type Knowledge, type KnownValue, knownOf } from './known-value.ts';
import { type Constant, type JsonType, jsonTypes, type Literal, type ValueTest } from './literal.ts';

type ValueLiteral = Extract<Literal, { kind: 'value' }>;

function typeOfConstant(value: Constant): JsonType {
  if (value === null) return 'null_type';
  return typeof value === 'string' ? 'string' : typeof value === 'number' ? 'double' : 'bool';
}

/** Whether a test of this kind is true of a value; a value of another type gives an error, which is not true. */
function passes(value: Constant, test: ValueTest): boolean {
  switch (test.op) {
    case '==':
      return value === test.value;
    case 'in':
      return test.values.includes(value);
    case 'type':
      return typeOfConstant(value) === test.value;
    case '<':
      return typeof value === 'number' && value < test.value;
    case '<=':
      return typeof value === 'number' && value <= test.value;
    case '>':
      return typeof value === 'number' && value > test.value;
    case '>=':
      return typeof value === 'number' && value >= test.value;
    case 'contains':
      return typeof value === 'string' && value.includes(test.value);
    case 'startsWith':
      return typeof value === 'string' && value.startsWith(test.value);
    case 'endsWith':
      return typeof value === 'string' && value.endsWith(test.value);
  }
}

function isTextTest({ op }: ValueTest): boolean {
  return op === 'contains' || op === 'startsWith' || op === 'endsWith';
}

/** Whether a literal can be so of a value. */
function admits(value: Constant, { test, holds }: ValueLiteral): boolean {
  if (isTextTest(test) && typeof value !== 'string') return false;
  return passes(value, test) === holds;
}

/** The types of which a literal can be so. */
function typesFor({ test, holds }: ValueLiteral): readonly JsonType[] {
  switch (test.op) {
    case '==':
      return holds ? [typeOfConstant(test.value)] : jsonTypes;
    case 'in':
      return holds ? test.values.map(typeOfConstant) : jsonTypes;
    case 'type':
      return jsonTypes.filter(type => (type === test.value) === holds);
    case 'contains':
    case 'startsWith':
    case 'endsWith':
      return ['string'];
    default:
      return ['double'];
  }
}

/** The values that come into question, where they can be counted. */
function candidatesFor(
  literals: readonly ValueLiteral[],
  known: KnownValue,
  types: readonly JsonType[],
): readonly Constant[] | undefined {
  const counted: (readonly Constant[])[] = known.values === undefined ? [] : [known.values];
  if (types.every(type => type === 'bool' || type === 'null_type')) counted.push([true, false, null]);
  for (const { test, holds } of literals) {
    if (!holds) continue;
    if (test.op === '==') counted.push([test.value]);
    if (test.op === 'in') counted.push(test.values);
  }
  const [first, ...others] = counted;
  return first?.filter(value => others.every(other => other.includes(value)));
}

function isPossible(value: Constant, known: KnownValue, types: readonly JsonType[]): boolean {
  if (!types.includes(typeOfConstant(value))) return false;
  if (typeof value === 'number') {
    if (known.integer === true && !Number.isInteger(value)) return false;
    if (known.min !== undefined && value < known.min) return false;
  }
  return typeof value !== 'string' || known.allows === undefined || known.allows(value);
}

/** Whether no number lies between the bounds. */
function isEmptyRange(literals: readonly ValueLiteral[], known: KnownValue): boolean {
  let [low, lowOpen] = [known.min ?? Number.NEGATIVE_INFINITY, false];
  let [high, highOpen] = [Number.POSITIVE_INFINITY, false];
  for (const { test } of literals) {
    if (test.op === '>' || test.op === '>=') {
      if (test.value > low || (test.value === low && test.op === '>')) [low, lowOpen] = [test.value, test.op === '>'];
    } else if (test.op === '<' || test.op === '<=') {
      if (test.value < high || (test.value === high && test.op === '<'))
        [high, highOpen] = [test.value, test.op === '<'];
    }
  }
  if (known.integer === true) {
    low = lowOpen ? Math.floor(low) + 1 : Math.ceil(low);
    high = highOpen ? Math.ceil(high) - 1 : Math.floor(high);
    [lowOpen, highOpen] = [false, false];
  }
  if (low > high || (low === high && (lowOpen || highOpen))) return true;
  return low === high && literals.some(literal => !admits(low, literal));
}

/** Whether a text that passes the one test fails, or passes, the other in any case. */
function implies(given: ValueTest, wanted: ValueTest): boolean {
  if (!isTextTest(given) || !isTextTest(wanted)) return false;
  const [has, needs] = [String('value' in given ? given.value : ''), String('value' in wanted ? wanted.value : '')];
  if (wanted.op === 'contains') return has.includes(needs);
  if (wanted.op !== given.op) return needs === '';
  return wanted.op === 'startsWith' ? has.startsWith(needs) : has.endsWith(needs);
}

function areApart(a: ValueTest, b: ValueTest): boolean {
  if (a.op === 'startsWith' && b.op === 'startsWith')
    return !a.value.startsWith(b.value) && !b.value.startsWith(a.value);
  if (a.op === 'endsWith' && b.op === 'endsWith') return !a.value.endsWith(b.value) && !b.value.endsWith(a.value);
  return false;
}

function textsExclude(literals: readonly ValueLiteral[]): boolean {
  return literals.some(a =>
    literals.some(b => {
      if (!a.holds || a === b) return false;
      return b.holds ? areApart(a.test, b.test) : implies(a.test, b.test);
    }),
  );
}

/** Whether no value is such that all of this is so. */
function excludeEachOther(literals: readonly ValueLiteral[], known: KnownValue): boolean {
  const types = literals
    .map(typesFor)
    .reduce((left, right) => left.filter(type => right.includes(type)), known.types ?? jsonTypes);
  if (types.length === 0) return true;
  const candidates = candidatesFor(literals, known, types);
  if (candidates !== undefined) {
    return !candidates.some(
      value => isPossible(value, known, types) && literals.every(literal => admits(value, literal)),
    );
  }
  if (types.every(type => type === 'double') && isEmptyRange(literals, known)) return true;
  return (
    literals.some(({ test, holds }) => test.op === 'contains' && test.value === '' && !holds) || textsExclude(literals)
  );
}

function startsWithPath(path: readonly string[], start: readonly string[]): boolean {
  return start.every((name, index) => path[index] === name);
}

/** Whether a field is asked to be missing and is read, or is always there. */
function misses(literals: readonly Literal[], knowledge: Knowledge): boolean {
  return literals.some(literal => {
    if (literal.kind !== 'has' || literal.holds) return false;
    if (knowledge(literal.path)?.present === true) return true;
    return literals.some(other => {
      if (other.kind === 'value') return startsWithPath(other.term.path, literal.path);
      return other.kind === 'has' && other.holds && startsWithPath(other.path, literal.path);
    });
  });
}

/**
 * Whether literals can certainly not all be so at once, whatever the values are. Sound, not complete: what it does not
 * see through counts as possible.
 */
export function isContradiction(literals: readonly Literal[], knowledge: Knowledge): boolean {
  if (literals.some(({ kind }) => kind === 'never')) return true;
  const opaque = new Map<string, boolean>();
  const values = new Map<string, ValueLiteral[]>();
  for (const literal of literals) {
    if (literal.kind === 'opaque') {
      if (opaque.has(literal.text) && opaque.get(literal.text) !== literal.holds) return true;
      opaque.set(literal.text, literal.holds);
    } else if (literal.kind === 'value') {
      values.set(literal.term.key, [...(values.get(literal.term.key) ?? []), literal]);
    }
  }
  if (misses(literals, knowledge)) return true;
  return [...values.values()].some(group => {
    const [first] = group;
    return first !== undefined && excludeEachOther(group, knownOf(first.term, knowledge));
  });
}
