/**
 * Whether the depositor of the deposit `d` asked for it, as SQL. A request covers what was there
 * when it was made.
 */
export const underReclaimText = `exists (select 1 from reclaims k where k.order_id = d.order_id and k.chain_id = d.chain_id and k.depositor = d.depositor
      and k.currency = d.currency and k.kind = 'requested' and k.state = 'seen' and k.height >= d.height)`;
