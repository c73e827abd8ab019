import { anything } from '../../pattern.ts';
import type { Call, Handler } from '../call.ts';
import { list, named, nothing, optionsOf, origin, plainText, some, text, textsOf, type Value } from '../value.ts';
import { readMember } from './member.ts';
import { argumentsOf, variable } from './subscript.ts';

/** Code that is run. What is read from a file runs as that file would. */
function runs(place = 0): Handler {
  return call => {
    for (const option of optionsOf(call.need(place, 'source', 'stmt'))) {
      if (option.kind === 'object' && option.object === 'content' && option.text !== undefined) {
        for (const path of textsOf(option.text)) call.findings.startWords([{ pattern: 'python3' }, { pattern: path }]);
      } else call.findings.runCode(option, call.name);
    }
    return undefined;
  };
}

const loads: Handler = call => {
  if ((call.from & (origin.download | origin.decoded | origin.input)) !== 0) {
    call.findings.runsUnknown(call.from, call.name);
  }
  return undefined;
};

const imports: Handler = call => {
  const name = plainText(call.need(0, 'name'));
  if (name === undefined) {
    call.findings.unknown('code', 'a module by a computed name');
    return named('?');
  }
  return named(call.name === '__import__' ? (name.split('.')[0] ?? name) : name);
};

const gets: Handler = call => {
  const [object = nothing, key = nothing] = call.given.positional;
  const name = plainText(key);
  if (name !== undefined) return readMember(object, name, call.reader);
  return object.kind === 'name' ? named(`${object.name}.?`) : some(object.from);
};

const prints: Handler = call => {
  const values = call.given.positional;
  for (const value of values) printValue(call, value);
  return undefined;
};

/** Shows a value to whoever called: the environment as a whole, or a variable of it. */
export function printValue(call: Call, value: Value): void {
  for (const option of optionsOf(value)) {
    call.findings.printed(option);
    if (option.kind === 'object' && option.object === 'variable' && option.text !== undefined) {
      const [name = anything] = textsOf(option.text);
      if (/TOKEN|SECRET|PASS|KEY|CREDENTIAL|AUTH/i.test(name)) {
        call.findings.startWords([{ pattern: 'printenv' }, { pattern: name }]);
      }
    }
  }
}

const environment: Handler = call => {
  const name = plainText(call.need(0, 'key'));
  return name === undefined ? some(origin.variable) : variable(name, call.reader);
};

const dumps: Handler = call => {
  const target = call.at(1, 'fp', 'stream');
  if (target?.kind === 'name' && /^sys\.std(?:out|err)$/.test(target.name)) printValue(call, call.need(0));
  return undefined;
};

export const runHandlers: Readonly<Record<string, Handler>> = {
  exec: runs(),
  eval: runs(),
  'code.interact': call => {
    call.findings.runsUnknown(origin.input, call.name);
    return undefined;
  },
  'timeit.timeit': runs(),
  'cProfile.run': runs(),
  'profile.run': runs(),
  execfile: call => {
    call.findings.startWords([{ pattern: 'python3' }, { pattern: textsOf(call.need(0))[0] ?? anything }]);
    return undefined;
  },
  compile: call => call.at(0, 'source'),
  'pickle.loads': loads,
  'pickle.load': loads,
  'marshal.loads': call => some(call.from | origin.decoded),
  'types.FunctionType': call => {
    call.findings.runsUnknown(call.from, call.name);
    return undefined;
  },
  'yaml.unsafe_load': loads,
  __import__: imports,
  'importlib.import_module': imports,
  'importlib.__import__': imports,
  getattr: gets,
  vars: call => {
    const object = call.at(0);
    return object?.kind === 'name' ? named(`${object.name}.__dict__`) : named('vars()');
  },
  globals: () => named('globals()'),
  locals: () => named('locals()'),
  print: prints,
  pprint: prints,
  'pprint.pprint': prints,
  'sys.stdout.write': prints,
  'sys.stderr.write': prints,
  'logging.info': prints,
  'json.dump': dumps,
  'yaml.dump': dumps,
  'os.getenv': environment,
  'os.environ.get': environment,
  'os.environ.pop': environment,
  'os.environ.setdefault': environment,
  'os.environ.items': () => some(origin.environment),
  'os.environ.copy': () => some(origin.environment),
  'os.environ.values': () => some(origin.environment),
  'os.environ.keys': () => nothing,
  'os.environ.update': () => nothing,
  input: () => some(origin.input),
  raw_input: () => some(origin.input),
  'sys.stdin.read': () => some(origin.input),
  'sys.stdin.readline': () => some(origin.input),
  'sys.stdin.readlines': () => some(origin.input),
  'sys.stdin.buffer.read': () => some(origin.input),
  'sys.argv.pop': call => {
    const argv = argumentsOf(call.reader);
    return argv.kind === 'list' ? (argv.items.at(-1) ?? nothing) : nothing;
  },
  map: call => {
    const [callee, items] = call.given.positional;
    if (callee === undefined || items === undefined) return undefined;
    const over = items.kind === 'list' && items.items.length <= 2_000 ? items : list([some(items.from)], true);
    return list(
      over.kind === 'list'
        ? over.items.map(item => call.reader.apply(callee, { positional: [item], named: new Map() }))
        : [],
      over.kind === 'list' && over.open === true,
    );
  },
  filter: call => call.at(1),
  sorted: call => call.at(0),
  reversed: call => {
    const [items] = call.given.positional;
    return items?.kind === 'list' ? list(items.items.toReversed(), items.open === true) : items;
  },
  list: call => call.at(0),
  set: call => call.at(0),
  tuple: call => call.at(0),
  iter: call => call.at(0),
  next: call => {
    const [items] = call.given.positional;
    return items?.kind === 'list' ? (items.items[0] ?? nothing) : items;
  },
  enumerate: call => {
    const [items] = call.given.positional;
    if (items?.kind !== 'list') return undefined;
    return list(
      items.items.map((item, number) => list([{ kind: 'number', number, from: 0 }, item])),
      items.open === true,
    );
  },
  chr: call => {
    const [code] = call.given.positional;
    if (code?.kind === 'number' && code.number >= 0 && code.number <= 0x10_ff_ff)
      return text(String.fromCodePoint(code.number));
    return some(call.from | origin.decoded);
  },
};
