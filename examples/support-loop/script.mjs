/** What the model says when nobody asks a real one: it tries what the prompt forbids, and then what the law proposes. */
const refund = (amount, user_id = 'u_004') => ({
  name: 'refund_customer',
  input: { user_id, order_id: 'A-1042', amount },
});

export const script = [
  { text: 'How terrible! I will refund it all.', calls: [refund(2_000)] },
  { text: 'Then a part of it, at once, and from my own account too.', calls: [refund(200), refund(300, 'u_999')] },
  { calls: [{ name: 'verify_identity', input: { customer_id: 'u_004', code: '1234' } }] },
  { calls: [refund(200), { name: 'prepare_case_file', input: { summary: 'kettle burnt a kitchen down' } }] },
  { text: 'Once more.', calls: [refund(200)] },
  {
    calls: [
      {
        name: 'escalate_to_human',
        input: {
          customer_id: 'u_004',
          cause: 'refund over the limit',
          amount: 2_000,
          recommended_action: 'review the order and decide on the refund',
        },
      },
    ],
  },
  { text: 'You have $200 back. A teammate will decide on the rest.' },
];
