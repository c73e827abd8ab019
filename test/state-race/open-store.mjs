/** Opens a store by its description: `{ kind: 'sqlite', file }` or `{ kind: 'postgres', options }`. */
export async function openStore(bundle, { kind, file, options }) {
  const { openSqliteStateStore, openPostgresStateStore } = await import(bundle);
  return kind === 'sqlite'
    ? await openSqliteStateStore(file, { busyTimeoutMs: 20_000 })
    : await openPostgresStateStore({
        namespace: 'race',
        connectTimeoutMs: 20_000,
        statementTimeoutMs: 20_000,
        ...options,
      });
}

/** What was spent in an account of the race. */
export async function readSpent(bundle, store, account) {
  const opened = await openStore(bundle, store);
  try {
    const query = { kind: 'spent', account, after: null };
    const call = { sessionId: undefined, callId: undefined, via: 'check' };
    const [answer] = await opened.transact(call, Date.now(), [query], ({ answer }) => answer([query]));
    return Number(answer.amount);
  } finally {
    await opened.close();
  }
}

/** Decides about one call as a rule with a budget does: it may run when one more stays within the limit. */
export async function decide(bundle, store, { account, limit, session, callId }) {
  const opened = await openStore(bundle, store);
  try {
    const query = { kind: 'spent', account, after: null };
    const now = await opened.now(Date.now());
    const call = { sessionId: session, callId, via: 'worker' };
    return await opened.transact(call, now, [query], async ({ answer, reserve }) => {
      const [{ amount }] = await answer([query]);
      if (Number(amount) + 1 > limit) return false;
      await reserve([{ account, amount: '1', tool: 'refund' }]);
      return true;
    });
  } finally {
    await opened.close();
  }
}
