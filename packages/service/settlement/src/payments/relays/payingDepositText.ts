/**
 * Condition that a deposit `d` brings what the order of a request `q` asks for. One of another
 * token, or of less, brings nothing in, whoever made it.
 */
const askedText = `d.order_id = q.order_id and d.chain_id = q.origin_chain_id
      and d.currency = q.order_data #>> '{inputs,0,payment,currency}'
      and d.amount >= coalesce(q.execution_terms #>> '{short,least}', q.order_data #>> '{inputs,0,payment,amount}')::numeric`;

/**
 * Condition that a deposit pays for the order of a request `q`. A final one does where the order
 * took it, whoever made it: permits and plans pay through the router, and a depositor is only what
 * the payer says. One that is not final yet does where nothing speaks against it: it came in time,
 * and no other deposit of the payer, which may take the order first. What comes late counts for
 * nothing: it may go back in full.
 */
export const payingDepositText = `exists (select 1 from deposits d where ${askedText} and d.seen_at <= q.fill_by
      and (d.state = 'final' and d.outcome = 'matched' or d.state = 'seen' and not exists (
        select 1 from deposits e where e.order_id = d.order_id and e.payer = q.payer and e.state <> 'reorged'
          and (e.tx_id, e.ordinal) <> (d.tx_id, d.ordinal))))`;

/**
 * Condition that a deposit has paid for the order of a request `q`, or still may: nothing is booked
 * against its sponsor before a deposit is judged.
 */
export const undecidedDepositText = `exists (select 1 from deposits d where ${askedText}
      and (d.state = 'final' and d.outcome = 'matched' or d.state = 'seen'))`;
