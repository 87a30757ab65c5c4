import type { Flow } from '../model/chain.js';
import type { SignedOrder } from '../orders/signedOrder.js';

/** Status of a request, as the database or the service tells it. */
export type Status = string | undefined;

/** Sentences of what is wrong with an order's flows. Pure. */
export function judgeOrder(
  { orderId, destination, hasCalls }: SignedOrder,
  flows: readonly Flow[],
  status: Status,
): readonly string[] {
  const of = (type: Flow['type']): readonly Flow[] => flows.filter((flow) => flow.type === type);
  const sum = (some: readonly Flow[]): bigint =>
    some.reduce((total, one) => total + one.amount, 0n);
  const [deposits, fills, refunds] = [of('deposit'), of('fill'), of('refund')];
  const faults: string[] = [];
  const expect = (holds: boolean, fault: string): void => {
    if (!holds) faults.push(`${orderId}: ${fault}`);
  };
  expect(fills.length <= 1, `${String(fills.length)} fills`);
  expect(fills.length === 0 || deposits.length > 0, 'filled without a deposit');
  expect(refunds.length === 0 || deposits.length > 0, 'refunded without a deposit');
  expect(
    refunds.length + fills.length <= deposits.length,
    `${String(deposits.length)} deposits, ${String(fills.length)} fills, ${String(refunds.length)} refunds`,
  );
  expect(
    sum(refunds) <= sum(deposits),
    `${String(sum(refunds))} of ${String(sum(deposits))} refunded`,
  );
  for (const { amount, txId } of fills) {
    const isEnough = hasCalls || amount >= destination.minimum;
    expect(isEnough, `${String(amount)} paid by ${txId}, less than ${String(destination.minimum)}`);
  }
  if (status === 'success') expect(fills.length === 1, 'success without a fill');
  if (status === 'refund') expect(refunds.length > 0, 'refund without a refund');
  if (fills.length > 0) expect(status === 'success', `filled, and its status is ${String(status)}`);
  return faults;
}
