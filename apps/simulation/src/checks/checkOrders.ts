import { usdc, type World } from '../chains/createWorld.js';
import type { OrderPlan } from '../orders/planOrder.js';
import { readFlows, type Movement, type OrderFlow } from './readFlows.js';

/** A promise to a payer or to the operator that was broken. */
export interface Breach {
  readonly rule: string;
  readonly subject: string;
}

/** Ends of the orders, and what is wrong with them. */
export interface OrdersChecked {
  readonly ends: Readonly<Record<string, number>>;
  /** Smallest units that somebody lacks. */
  readonly lostUnits: bigint;
  readonly breaches: readonly Breach[];
}

/** Gas that a refund may be charged for, in smallest units of the currency. */
const refundGasMax = 2n;

const sum = (movements: readonly Movement[]): bigint =>
  movements.reduce((total, { amount }) => total + amount, 0n);

/** Payments of an order that are not what was signed. */
function wrongPayments(plan: OrderPlan, flow: OrderFlow): readonly Breach[] {
  const subject = `${plan.kind} ${plan.orderId}`;
  const isWrongFill = ({ chainId, currency, amount, to }: Movement): boolean =>
    chainId !== plan.destinationId ||
    currency !== usdc ||
    to !== plan.recipient ||
    amount < plan.amountOut;
  const refundTo = plan.kind === 'stray' ? plan.payer : plan.refundTo;
  const isWrongRefund = ({ chainId, currency, to }: Movement): boolean =>
    chainId !== plan.originId || currency !== usdc || to !== refundTo;
  return [
    ...flow.fills.filter(isWrongFill).map(() => ({ rule: 'a fill pays what was signed', subject })),
    ...flow.refunds
      .filter(isWrongRefund)
      .map(() => ({ rule: 'a refund goes where it was signed to go', subject })),
  ];
}

type OrderEnd = 'unpaid' | 'success' | 'refund' | 'withdrawn';

interface OrderChecked {
  readonly end: OrderEnd;
  readonly lost: bigint;
  readonly breaches: readonly Breach[];
}

/** Holds what the chains did with an order against what was signed. */
function checkOrder(plan: OrderPlan, flow: OrderFlow, withdrawable: bigint): OrderChecked {
  const subject = `${plan.kind} ${plan.orderId}`;
  const breaches = [...wrongPayments(plan, flow)];
  const paid = sum(flow.deposits);
  const returned = sum(flow.refunds) + sum(flow.reclaims);
  const isFilled = flow.fills.length > 0;
  const owed = isFilled ? paid - plan.amountIn : paid;
  if (flow.fills.length > 1) breaches.push({ rule: 'an order is filled once', subject });
  if (returned > owed)
    breaches.push({
      rule: isFilled ? 'an order is filled or refunded' : 'a deposit is refunded once',
      subject,
    });
  const gas = refundGasMax * BigInt(flow.deposits.length);
  const missing = owed - returned - withdrawable > gas ? owed - returned - withdrawable : 0n;
  const tooMuch = returned > owed ? returned - owed : 0n;
  const twice = sum(flow.fills.slice(1));
  if (missing > 0n) breaches.push({ rule: 'a payer has its money or its payment', subject });
  if (flow.deposits.length === 0 && isFilled)
    breaches.push({ rule: 'a fill follows a deposit', subject });
  if (plan.kind === 'signed' && flow.deposits.length > 1)
    breaches.push({ rule: 'a signature pays once', subject });
  const end = (): OrderEnd => {
    if (flow.deposits.length === 0) return 'unpaid';
    if (isFilled) return 'success';
    return plan.kind === 'stray' ? 'withdrawn' : 'refund';
  };
  return { end: end(), lost: missing + tooMuch + twice, breaches };
}

const noFlow: OrderFlow = { deposits: [], fills: [], refunds: [], reclaims: [], collections: [] };

/**
 * Counts how the orders ended, from the chains alone; the books are asked only for money that its
 * owner may withdraw.
 */
export function checkOrders(
  world: World,
  plans: readonly OrderPlan[],
  withdrawable: (owner: string) => bigint,
): OrdersChecked {
  const flows = readFlows(world);
  const ends = new Map<string, number>();
  const breaches: Breach[] = [];
  let lostUnits = 0n;
  for (const plan of plans) {
    const owned = withdrawable(plan.payer);
    const checked = checkOrder(plan, flows.get(plan.orderId) ?? noFlow, owned);
    ends.set(checked.end, (ends.get(checked.end) ?? 0) + 1);
    lostUnits += checked.lost;
    breaches.push(...checked.breaches);
  }
  return { ends: Object.fromEntries(ends), lostUnits, breaches };
}
