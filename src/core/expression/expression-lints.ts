import { eventFields } from '../event/event-fields.ts';
import { isTimeZone } from '../law/window.ts';
import { place } from './cel-fault.ts';
import { nearestMethod } from './expression-help.ts';
import { factKindOf } from './facts/fact-receiver.ts';
import { callOutcomes, findSessionReads } from './session.ts';
import type { ExpressionFault, ExpressionSite, RegexJudge } from './site.ts';
import { type ASTNode, calledFunction, guardedPaths, literalOf, readPaths, walk } from './syntax.ts';

/** Regular expressions that do not compile, are put together at run time, or can take too long. */
export function findRegexFaults(ast: ASTNode, judge: RegexJudge): { faults: ExpressionFault[]; usesRegex: boolean } {
  const faults: ExpressionFault[] = [];
  let usesRegex = false;
  walk(ast, node => {
    const call = calledFunction(node);
    if (call?.name !== 'matches') return;
    // path(…).matches(…) takes places.
    if (call.receiver !== undefined && factKindOf(call.receiver) !== undefined) return;
    usesRegex = true;
    const pattern = call.receiver === undefined ? call.arguments[1] : call.arguments[0];
    const source = pattern === undefined ? undefined : literalOf(pattern);
    if (typeof source !== 'string') {
      faults.push({
        code: 'law/dynamic-regex',
        message: 'the regular expression is not a constant text, so its running time cannot be checked',
        help: 'write the pattern as a text, or compare with contains(), startsWith() or ==',
        ...place(node),
      });
      return;
    }
    const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.exec(source);
    if (control !== null) {
      faults.push({
        code: 'law/bad-regex',
        message: `the pattern holds the control character U+${control[0].charCodeAt(0).toString(16).padStart(4, '0')}`,
        help: "in CEL '\\b' is a backspace: write the backslash twice, or a raw text such as r'\\bgit'",
        ...place(pattern),
      });
      return;
    }
    const verdict = judge(source);
    if (verdict === undefined) return;
    faults.push(
      verdict.kind === 'bad'
        ? {
            code: 'law/bad-regex',
            message: `\`${source}\` is no regular expression: ${verdict.detail}`,
            ...place(pattern),
          }
        : {
            code: 'law/slow-regex',
            message: `\`${source}\` can take super-linear time (${verdict.detail})`,
            help: 'anchor it with ^, replace .* by a narrower class, or use contains(), startsWith() or ==',
            ...place(pattern),
          },
    );
  });
  return { faults, usesRegex };
}

/** Faults about `now` that its type does not show: fields that a time does not have, and zones that do not exist. */
export function findTimeFaults(ast: ASTNode): ExpressionFault[] {
  const faults: ExpressionFault[] = [];
  for (const path of readPaths(ast)) {
    const [root, field] = path;
    if (root !== 'now' || field === undefined) continue;
    const getter = nearestMethod(`get${field.charAt(0).toUpperCase()}${field.slice(1)}`);
    faults.push({
      code: 'law/unknown-field',
      message: `\`now\` has no field \`${field}\``,
      help: "its parts are had by functions, such as now.getHours('Europe/Warsaw') or now.getDayOfWeek('UTC') (0 is Sunday)",
      ...(getter === undefined ? {} : { suggestion: getter }),
    });
  }
  walk(ast, node => {
    const call = calledFunction(node);
    const zone =
      call?.name.startsWith('get') === true && call.arguments[0] !== undefined
        ? literalOf(call.arguments[0])
        : undefined;
    if (typeof zone === 'string' && !isTimeZone(zone)) {
      faults.push({
        code: 'law/window',
        message: `there is no time zone \`${zone}\``,
        help: 'use an IANA name such as Europe/Warsaw, America/New_York or UTC',
        ...place(call?.arguments[0]),
      });
    }
  });
  return faults;
}

function mayBeMissing(root: string | undefined, field: string, site: ExpressionSite): boolean {
  if (root === 'event') return eventFields(site.event)[field]?.optional === true;
  if (root !== 'input') return false;
  return site.tools === 'every' || site.input?.shape[field]?.optional === true;
}

/** Fields that are read without asking whether they are there. */
export function findOptionalReads(ast: ASTNode, site: ExpressionSite): ExpressionFault[] {
  const guarded = new Set(guardedPaths(ast).map(path => path.join('.')));
  const warned = new Set<string>();
  const faults: ExpressionFault[] = [];
  for (const [root, field] of readPaths(ast)) {
    if (field === undefined || guarded.has(`${root}.${field}`) || warned.has(`${root}.${field}`)) continue;
    if (!mayBeMissing(root, field, site)) continue;
    warned.add(`${root}.${field}`);
    faults.push({
      code: 'law/optional-field',
      message: `\`${root}.${field}\` is not always there, and a call without it cannot be checked and is denied`,
      help: `${site.tools === 'every' ? 'name the tool, or ' : ''}ask first: has(${root}.${field}) && …`,
    });
  }
  return faults;
}

/** Uses of `session` that cannot be prepared for: which calls are remembered is settled when the law is compiled. */
export function findSessionFaults(ast: ASTNode): ExpressionFault[] {
  return findSessionReads(ast).flatMap(({ outcome, tool, node }): ExpressionFault[] => {
    if (outcome === undefined) {
      return [
        {
          code: 'law/unknown-name',
          message: `\`session\` tells of calls that ${callOutcomes.join(', ')}, and of nothing else`,
          help: "write session.succeeded('Bash'), session.failed('Bash', c, c.input.command == 'make') or session.calls('denied', 'Bash')",
          ...place(node),
        },
      ];
    }
    if (tool !== undefined) return [];
    return [
      {
        code: 'law/tool-pattern',
        message: 'the tool that `session` is asked about is not a constant text, so its calls could not be remembered',
        help: "name the tool, such as session.succeeded('mcp__support__verify_identity')",
        ...place(node),
      },
    ];
  });
}
