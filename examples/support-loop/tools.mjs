/** The tools of the support desk. What really took effect is noted in the ledger. */
export function createTools(ledger) {
  const took = (name, input) => ledger.push({ name, input });
  return {
    verify_identity: async ({ customer_id, code }) => ({ customer_id, verified: code === '1234' }),
    refund_customer: async input => {
      took('refund_customer', input);
      return { refunded: input.amount, order_id: input.order_id };
    },
    prepare_case_file: async input => {
      took('prepare_case_file', input);
      return { case: 'C-77' };
    },
    escalate_to_human: async input => {
      took('escalate_to_human', input);
      return 'A teammate has taken the case over.';
    },
  };
}

const object = (properties, required = Object.keys(properties)) => ({ type: 'object', properties, required });
const text = { type: 'string' };

/** How the model is told of them. */
export const toolDefinitions = [
  {
    name: 'verify_identity',
    description: 'Checks the code that the customer was sent.',
    input_schema: object({ customer_id: text, code: text }),
  },
  {
    name: 'refund_customer',
    description: 'Pays money back for an order.',
    input_schema: object({ user_id: text, order_id: text, amount: { type: 'number' } }),
  },
  { name: 'prepare_case_file', description: 'Opens a case file.', input_schema: object({ summary: text }) },
  {
    name: 'escalate_to_human',
    description: 'Hands the matter to a person, who does not see the conversation.',
    input_schema: object({ customer_id: text, cause: text, amount: { type: 'number' }, recommended_action: text }),
  },
];
