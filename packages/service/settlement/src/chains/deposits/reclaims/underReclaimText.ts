/**
 * Whether the depositor of a deposit asked for it, as SQL. A request covers what was there when it
 * was made.
 *
 * @param deposit - name of the deposit's row in the statement
 */
export function underReclaimOf(deposit: string): string {
  return `exists (select 1 from reclaims k where k.order_id = ${deposit}.order_id and k.chain_id = ${deposit}.chain_id and k.depositor = ${deposit}.depositor
      and k.currency = ${deposit}.currency and k.kind = 'requested' and k.state = 'seen' and k.height >= ${deposit}.height)`;
}

/** {@link underReclaimOf} the deposit `d`. */
export const underReclaimText: string = underReclaimOf('d');
