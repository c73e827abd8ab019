import { nearestName } from '../../problem/nearest-name.ts';
import { type CelFault, faultPlace } from '../cel-fault.ts';
import type { ExpressionFault, ExpressionSite } from '../site.ts';
import { type ASTNode, calledFunction } from '../syntax.ts';
import { type FactKind, factMembers } from './fact-members.ts';
import { factKindOf, fieldAccess } from './fact-receiver.ts';

/** Fields of an input that mostly hold a command. */
const commandFields = ['command', 'cmd', 'script'];

/** `shell` where the call has no command. */
export function explainNoCommand(site: ExpressionSite, fault: CelFault): ExpressionFault {
  const field = commandFields.find(name => site.input !== undefined && Object.hasOwn(site.input.shape, name));
  const text = `shell(input.${field ?? 'FIELD'})`;
  const message =
    site.tool === undefined
      ? '`shell` is the command of a shell, and the rule is not about shells alone'
      : `\`${site.tool}\` takes no command, so there is no \`shell\` here`;
  const other = `for a field that holds a command, write \`${text}\``;
  return {
    code: 'law/no-command',
    message,
    help: site.tool === undefined ? `name the tool, such as Bash; ${other}` : other,
    ...faultPlace(fault),
  };
}

function kindNamed(type: string): FactKind | undefined {
  return (Object.keys(factMembers) as FactKind[]).find(kind => type === `hooklaw.${kind}` || type === kind);
}

const ownRoots: ReadonlySet<unknown> = new Set([
  'input',
  'context',
  'event',
  'tool',
  'call',
  'result',
  'now',
  'session',
]);

/** The variable of `exists(c, …)` is a command or a statement, by the name that is meant. */
function itemKindOf({ object, name }: { object: ASTNode; name: string }): FactKind | undefined {
  if (object.op !== 'id' || ownRoots.has(object.args)) return undefined;
  const kinds = ['Command', 'Statement'] as const;
  return kinds.find(kind => nearestName(name, Object.keys(factMembers[kind].properties)) !== undefined);
}

function listed(names: readonly string[]): string {
  return names.map(name => `\`${name}\``).join(', ');
}

/** A member that facts do not have, or that is written in the other way; undefined for a fault of another kind. */
export function explainMember(fault: CelFault): ExpressionFault | undefined {
  const { node } = fault;
  if (node === undefined) return undefined;
  const access = fieldAccess(node);
  const call = calledFunction(node);
  const type = /'hooklaw\.(\w+)\./.exec(fault.summary)?.[1];
  const name = access?.name ?? call?.name;
  const kind =
    access === undefined
      ? (kindNamed(type ?? '') ?? (call?.receiver === undefined ? undefined : factKindOf(call.receiver)))
      : (factKindOf(access.object) ?? itemKindOf(access));
  if (kind === undefined || name === undefined) return undefined;
  return explainAt(kind, name, access === undefined ? 'method' : 'property', fault);
}

function explainAt(kind: FactKind, name: string, how: 'method' | 'property', fault: CelFault): ExpressionFault {
  const { written, properties, methods } = factMembers[kind];
  const at = faultPlace(fault);
  if (how === 'method' && Object.hasOwn(properties, name)) {
    return {
      code: 'law/unknown-name',
      message: `\`${name}\` of \`${written}\` is no function`,
      help: `write it without parentheses: \`${written}.${name}\``,
      ...at,
    };
  }
  if (Object.hasOwn(methods, name)) {
    const command = methods[name as keyof typeof methods] === 'command';
    const example = command ? `${written}.${name}('git push', ['--force', '-f'])` : `${written}.${name}('…')`;
    return {
      code: how === 'method' ? 'law/expression-type' : 'law/unknown-name',
      message: `\`${name}\` takes a text or a list of texts${command ? ', and then a list of flags' : ''}`,
      help: `such as \`${example}\``,
      ...at,
    };
  }
  const valid = [...Object.keys(properties), ...Object.keys(methods).map(method => `${method}(…)`)];
  const nearest = nearestName(name, [...Object.keys(properties), ...Object.keys(methods)]);
  return {
    code: 'law/unknown-name',
    message: `\`${written}\` has no \`${name}\``,
    help: `it has ${listed(valid)}`,
    ...(nearest === undefined ? {} : { suggestion: nearest }),
    ...at,
  };
}
