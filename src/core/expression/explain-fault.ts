import { eventInfo } from '../event/catalogue.ts';
import { eventFields } from '../event/event-fields.ts';
import type { Shape, ToolShape } from '../law/shape.ts';
import { nearestName } from '../problem/nearest-name.ts';
import { type CelFault, faultPlace } from './cel-fault.ts';
import { helpForSyntax, helpForTypes, nearestMethod } from './expression-help.ts';
import { explainMember, explainNoCommand } from './facts/explain-facts.ts';
import type { ExpressionFault, ExpressionSite } from './site.ts';
import { pathOf } from './syntax.ts';

function fieldsAt(shape: ToolShape, path: readonly string[]): readonly string[] {
  let current: ToolShape | undefined = shape;
  for (const name of path) {
    let inner: Shape | undefined = current?.[name]?.shape;
    while (inner?.type === 'list') inner = inner.of;
    current = inner?.type === 'fields' ? inner.fields : undefined;
  }
  return Object.keys(current ?? {});
}

/** A missing field: an error with the nearest name, a warning, or a fact that nobody declared. */
export function explainMissing(
  fault: CelFault,
  site: ExpressionSite,
  guarded: ReadonlySet<string>,
): { fault: ExpressionFault | undefined; retry?: [string, string] } {
  const path = fault.node === undefined ? undefined : pathOf(fault.node);
  const field = path?.at(-1) ?? /No such key: (.*)$/s.exec(fault.summary)?.[1] ?? '';
  const root = path?.[0];
  const at = faultPlace(fault);
  const member = explainMember(fault);
  if (member !== undefined) return { fault: member };
  const suggest = (valid: readonly string[]): { suggestion?: string } => {
    const nearest = nearestName(field, valid);
    return nearest === undefined ? {} : { suggestion: nearest };
  };
  if (root === 'context') {
    const declared = Object.keys(site.facts);
    return {
      fault: {
        code: 'law/unknown-fact',
        message: `\`context\` declares no fact \`${field}\``,
        help:
          declared.length === 0
            ? 'declare it under `context`'
            : `declared are ${declared.map(n => `\`${n}\``).join(', ')}`,
        ...suggest(declared),
        ...at,
      },
    };
  }
  if (root === 'event' && path?.length === 2) {
    const near = suggest(Object.keys(eventFields(site.event)));
    if (near.suggestion !== undefined) {
      return {
        fault: { code: 'law/unknown-field', message: `\`${site.event}\` has no field \`${field}\``, ...near, ...at },
      };
    }
    return {
      fault: {
        code: 'law/undeclared-field',
        message: `\`${site.event}\` is not known to have a field \`${field}\``,
        help: `where it is missing, the rule cannot be checked; ask with has(event.${field}) first`,
        ...at,
      },
      retry: ['event', field],
    };
  }
  if (root === 'call' && path?.length === 2 && site.earlierCall !== undefined && site.earlierCall !== 'unknown') {
    const { tool: earlier, shape } = site.earlierCall;
    return {
      fault: {
        code: 'law/undeclared-field',
        message: `\`${earlier}\` is not known to have a field \`${field}\`, and a call without it never fits`,
        ...suggest(Object.keys(shape)),
        ...at,
      },
      retry: ['call', field],
    };
  }
  if (root === 'tool') {
    return {
      fault: {
        code: 'law/unknown-field',
        message: `\`tool\` has no field \`${field}\``,
        help: 'it has `name`, `server` and `short`',
        ...suggest(['name', 'server', 'short']),
        ...at,
      },
    };
  }
  if (site.tools === 'several' && root === 'input' && path?.length === 2 && guarded.has(path.join('.'))) {
    return { fault: undefined, retry: ['input', field] };
  }
  const valid = site.input === undefined ? [] : fieldsAt(site.input.shape, path?.slice(1, -1) ?? []);
  const near = suggest(valid);
  const tool = site.input?.tool ?? 'the tool';
  if (site.input?.source === 'declared' && near.suggestion === undefined && root === 'input' && path?.length === 2) {
    return {
      fault: {
        code: 'law/undeclared-field',
        message: `\`tools\` declares no field \`${field}\` for \`${tool}\``,
        help: `declare it, or ask with has(input.${field}) first: a call without the field cannot be checked and is denied`,
        ...at,
      },
      retry: ['input', field],
    };
  }
  const known = valid.length === 0 ? {} : { help: `it has ${valid.map(n => `\`${n}\``).join(', ')}` };
  return {
    fault: { code: 'law/unknown-field', message: `\`${tool}\` has no field \`${field}\``, ...known, ...near, ...at },
  };
}

/** The fact that was meant by a bare name: one of that name, or one that begins with it, as `user_id` with `user`. */
function factNamed(name: string, { facts }: ExpressionSite): string | undefined {
  const names = Object.keys(facts);
  const found = names.find(fact => fact === name) ?? names.find(fact => fact.startsWith(`${name}_`));
  return found === undefined ? undefined : `context.${found}`;
}

/** A fault of types or names, for a person. */
export function explain(fault: CelFault, site: ExpressionSite): ExpressionFault {
  const at = faultPlace(fault);
  if (fault.code === 'unknown_variable') {
    const name = /Unknown variable: (.*)$/s.exec(fault.summary)?.[1] ?? '';
    if (name === 'shell') return explainNoCommand(site, fault);
    const valid = [
      'event',
      'context',
      'now',
      'session',
      ...(site.earlierCall === undefined ? [] : ['call']),
      ...(eventInfo(site.event).tool ? ['input', 'tool', 'files'] : []),
      ...(site.event === 'PostToolUse' || site.earlierCall !== undefined ? ['result'] : []),
    ];
    const field = site.input !== undefined && Object.hasOwn(site.input.shape, name) ? `input.${name}` : undefined;
    const known = name === 'tool_input' ? 'input' : name === 'env' ? 'context' : undefined;
    const nearest = field ?? known ?? factNamed(name, site) ?? nearestName(name, valid);
    const own = eventInfo(site.event).tool ? `; a field of the call is \`input.${name}\`, and` : ';';
    return {
      code: 'law/unknown-name',
      message: `\`${name}\` does not exist in an expression on ${site.event}`,
      help: `there are ${valid.map(n => `\`${n}\``).join(', ')}${own} a text stands in quotes: \`'${name}'\``,
      ...(nearest === undefined ? {} : { suggestion: nearest }),
      ...at,
    };
  }
  if (fault.code === 'no_matching_overload') {
    const member = explainMember(fault);
    if (member !== undefined) return member;
    const method = /'[\w<>., ]+?\.(\w+)\(/.exec(fault.summary)?.[1];
    const nearest = method === undefined ? undefined : nearestMethod(method);
    return {
      code: 'law/unknown-name',
      message: fault.summary
        .replace(/^found no/, 'there is no')
        .replace(/hooklaw\.Session/g, 'session')
        .replace(/hooklaw\.T\d+/g, 'object'),
      ...(nearest === undefined || nearest === method ? {} : { suggestion: nearest }),
      ...at,
    };
  }
  const help = helpForTypes(fault.summary.replace(/hooklaw\.T\d+/g, 'object'));
  return {
    code: 'law/expression-type',
    message: fault.summary.replace(/hooklaw\.T\d+/g, 'object'),
    ...(help === undefined ? {} : { help }),
    ...at,
  };
}

/** An expression that does not parse, for a person. */
export function syntaxFault(fault: CelFault, text: string): ExpressionFault {
  const help = helpForSyntax(fault.summary, text);
  return {
    code: 'law/expression-syntax',
    message: `the expression does not parse: ${fault.summary}`,
    ...(help === undefined ? {} : { help }),
    ...faultPlace(fault),
  };
}
