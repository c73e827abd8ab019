/**
 * Compares a run with a scenario's `expect`. Whatever it does not mention is expected to be empty: no call ran, nothing
 * was recorded, nothing failed. That the client came to its regular end is expected of every scenario.
 */
import { isDeepStrictEqual } from 'node:util';

/** A tool result of a call that ran, with what it must say. */
export const ran = (...says) => ({ isError: false, says });

/** A tool result of a call that the law stopped, with what the reason must say. */
export const denied = (...says) => ({ isError: true, says: [/^BLOCKED: /, ...says] });

/** A tool result of a call that was stopped or failed in the client's or the tool's own words. */
export const failed = (...says) => ({ isError: true, says });

const clientPrefix = /^\w+:\S+ hook error: (\[[^\]]*\]: )?/;

/** What differs, one line each. */
export function differences(expect, seen) {
  return [
    ...sameValue('exit code of the client', 0, seen.exit, seen.stderr),
    ...sameFinal(expect.final ?? 'finished', seen.final),
    ...(expect.requests === undefined ? [] : sameValue('requests to the model', expect.requests, seen.requests)),
    ...sameLedger(expect.ledger ?? [], seen.ledger),
    ...sameToolResults(expect.results, seen.toolResults),
    ...(expect.audit === 'any' ? [] : sameRows('audit log', expect.audit ?? [], seen.audit)),
    ...(expect.summary === 'any' ? [] : sameSummary(expect.summary, seen.summaries, seen.sessionId)),
    ...sameErrors(expect.errors, seen.errors),
    ...(expect.modelReads ?? []).flatMap(part => says('what the model read', part, seen.modelRead)),
    ...(expect.noFiles ?? []).filter(name => seen.files.includes(name)).map(name => `the file ${name} was created`),
    ...slowHooks(expect.hookUnderMs, seen.hookTimes),
  ];
}

function show(value) {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 500 ? `${text.slice(0, 500)}…` : text;
}

function sameValue(what, wanted, got, note = '') {
  if (isDeepStrictEqual(got, wanted)) return [];
  return [`${what}: expected ${show(wanted)}, got ${show(got)} ${note}`.trimEnd()];
}

/** Exactly these calls, in this order; or a function that says whether they are right. */
function sameLedger(wanted, got) {
  if (typeof wanted !== 'function') return sameValue('ledger', wanted, got);
  return wanted(got) ? [] : [`ledger: not as expected: ${show(got)}`];
}

function sameFinal(wanted, got) {
  return got === undefined ? ['the client did not come to an end'] : says('last word of the client', wanted, got);
}

function says(what, part, text) {
  const found = part instanceof RegExp ? part.test(text) : text.includes(part);
  return found ? [] : [`${what} does not say ${part}: ${text.slice(0, 600)}`];
}

function sameToolResults(wanted, got) {
  if (wanted.length !== got.length) return [`tool results: expected ${wanted.length}, got ${show(got)}`];
  return wanted.flatMap((expected, index) => {
    if (expected === 'any') return [];
    const { isError, says: parts } = expected;
    const text = got[index].text.replace(clientPrefix, '');
    return [
      ...sameValue(`error flag of tool result ${index + 1}`, isError, got[index].isError, text),
      ...parts.flatMap(part => says(`tool result ${index + 1}`, part, text)),
    ];
  });
}

/** Rows in any order; of each row only the columns that its expectation names count. */
function sameRows(what, wanted, got) {
  if (wanted.length !== got.length) return [`${what}: expected ${wanted.length} rows, got ${got.map(show).join('\n')}`];
  const left = [...got];
  return wanted.flatMap(row => {
    const found = left.findIndex(candidate => fits(row, candidate));
    if (found === -1) return [`${what}: no row fits ${show(row)} among ${left.map(show).join('\n')}`];
    left.splice(found, 1);
    return [];
  });
}

function fits(row, candidate) {
  return Object.entries(row).every(([key, value]) => {
    if (value instanceof RegExp) return value.test(String(candidate[key]));
    return isDeepStrictEqual(candidate[key], value);
  });
}

/** Either nothing failed, or something did and every row says why. */
function sameErrors(reason, errors) {
  if (reason === undefined) return sameValue('errors', [], errors);
  if (errors.length === 0) return [`errors: nothing was recorded that says ${reason}`];
  return errors.flatMap(row => says('a row of errors', reason, String(row.error)));
}

function sameSummary(counts, summaries, sessionId) {
  const wanted = counts === undefined ? [] : [{ session_id: sessionId, ...counts }];
  // The last row of a session takes the place of the earlier ones.
  const last = new Map(summaries.map(row => [row.session_id, row]));
  return sameRows('session summaries', wanted, [...last.values()]);
}

function slowHooks(limit, hookTimes) {
  if (limit === undefined) return [];
  return hookTimes
    .filter(({ ms }) => !(ms < limit))
    .map(({ event, ms }) => `the ${event} hook took ${ms} ms, more than ${limit}`);
}
