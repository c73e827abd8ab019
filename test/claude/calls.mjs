/** Tool calls that the scripted model makes. */
export const lookup = { name: 'mcp__support__lookup_order', input: { order_id: 'A-1042' } };

export const lookupUser = user_id => ({ name: 'mcp__support__lookup_user', input: { user_id } });

/** A refund to the customer of the session. */
export const refund = (amount, more = {}) => ({
  name: 'mcp__support__refund_customer',
  input: { user_id: 'u_004', order_id: 'A-1042', amount, ...more },
});

export const refundOf = (order_id, amount, more = {}) => refund(amount, { order_id, ...more });

/** The right code is 1234. */
export const verify = (customer_id = 'u_004', code = '1234') => ({
  name: 'mcp__support__verify_identity',
  input: { customer_id, code },
});

export const escalate = {
  name: 'mcp__support__escalate_to_human',
  input: {
    customer_id: 'u_004',
    cause: 'refund over the limit',
    amount: 2000,
    recommended_action: 'review the order and decide on the refund',
  },
};

export const emptyCaseFile = { name: 'mcp__support__prepare_case_file', input: { user_id: 'u_004', evidence: [] } };

export const caseFile = { name: 'mcp__support__prepare_case_file', input: { user_id: 'u_004', evidence: ['photo'] } };

export const bash = command => ({ name: 'Bash', input: { command, description: 'run a command' } });

export const touchMarker = bash('touch marker');

export const delegate = prompt => ({
  name: 'Agent',
  input: { description: 'refund desk', prompt, subagent_type: 'general-purpose', run_in_background: false },
});

/** The line of the tool server's ledger that a call leaves when it ran. */
export const effectOf = ({ name, input }) => ({ tool: name.replace('mcp__support__', ''), input });
