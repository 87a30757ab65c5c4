import type { OrderCall } from '@portage/core/chain';
import { usdc } from '../chains/createWorld.js';
import type { WorldGas } from '../chains/createWorldGas.js';
import type { OrderPlan } from '../orders/planOrder.js';
import type { Fill, Flows, Movement, OrderFlow } from './readFlows.js';

/** A promise to a payer or to the operator that was broken. */
export interface Breach {
  readonly rule: string;
  readonly subject: string;
}

/** Ends of the orders, and what is wrong with them. */
export interface OrdersChecked {
  readonly ends: Readonly<Record<string, number>>;
  /** Smallest units that payers or the operator lack, by asset. */
  readonly lost: ReadonlyMap<string, bigint>;
  /** Seconds from the first deposit of an order to the end of it, on the clocks of the chains. */
  readonly endSeconds: readonly number[];
  /** Ids of the orders that were filled. */
  readonly filled: ReadonlySet<string>;
  readonly breaches: readonly Breach[];
}

/** Units that a refund may be charged for beside its gas, by rounding. */
const refundRestMax = 2n;

/** Payments whose gas may come off a refund: itself, and calls of the payer that reverted. */
const chargedPayments = 4n;

/** Milliseconds before its block in which a refund was decided. */
const decidedMsMax = 240_000;

/** Money that is not worth its withdrawal, in smallest units. */
export const dustMax = 10_000n;

/** Facts beside the chains that orders are compared with. */
export interface OrderTerms {
  readonly plans: readonly OrderPlan[];
  readonly gas: WorldGas;
  /** Payers who withdrew what could not be paid back. */
  readonly withdrawn: ReadonlySet<string>;
}

const sum = (movements: readonly Movement[]): bigint =>
  movements.reduce((total, { amount }) => total + amount, 0n);

const callsText = (calls: readonly OrderCall[]): string =>
  calls.map(({ to, value, data }) => `${to} ${String(value)} ${data}`).join();

/** Payments of an order that are not what was signed, to the last unit. */
function wrongPayments(plan: OrderPlan, flow: OrderFlow, hasWithdrawn: boolean): readonly Breach[] {
  const subject = `${plan.kind} ${plan.orderId}`;
  const isWrongFill = ({ chainId, currency, amount, to, topup, calls }: Fill): boolean =>
    chainId !== plan.destinationId ||
    currency !== usdc ||
    to !== plan.recipient ||
    amount !== plan.amountOut ||
    topup !== plan.topup ||
    callsText(calls) !== callsText(plan.calls);
  const refundTo = [
    ...(plan.kind === 'stray' ? [] : [plan.refundTo]),
    ...(hasWithdrawn ? [plan.payer] : []),
  ];
  const isWrongRefund = ({ chainId, currency, to }: Movement): boolean =>
    chainId !== plan.originId || currency !== plan.currencyIn || !refundTo.includes(to);
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
  /** Smallest units of the currency that was paid with, and of the one that was paid out. */
  readonly lostIn: bigint;
  readonly lostOut: bigint;
  readonly endSeconds: number | undefined;
  readonly breaches: readonly Breach[];
}

function endOf(plan: OrderPlan, flow: OrderFlow): OrderEnd {
  if (flow.deposits.length === 0) return 'unpaid';
  if (flow.fills.length > 0) return 'success';
  return plan.kind === 'stray' ? 'withdrawn' : 'refund';
}

/** Seconds from the first deposit to the first payment. */
function secondsOf({ deposits, fills, refunds, reclaims }: OrderFlow): number | undefined {
  const times = (movements: readonly Movement[]): readonly number[] =>
    movements.map(({ time }) => time);
  const ends = [...times(fills), ...times(refunds), ...times(reclaims)];
  if (deposits.length === 0 || ends.length === 0) return undefined;
  return Math.max(0, Math.min(...ends) - Math.min(...times(deposits)));
}

/** Holds what the chains did with an order against what was signed. */
function checkOrder(
  plan: OrderPlan,
  flow: OrderFlow,
  { gas, withdrawn }: OrderTerms,
): OrderChecked {
  const subject = `${plan.kind} ${plan.orderId}`;
  const breaches = [...wrongPayments(plan, flow, withdrawn.has(plan.payer))];
  const note = (isBroken: boolean, rule: string): void => {
    if (isBroken) breaches.push({ rule, subject });
  };
  const isFilled = flow.fills.length > 0;
  const owed = sum(flow.deposits) - (isFilled ? plan.amountIn : 0n);
  const returned = sum(flow.refunds) + sum(flow.reclaims);
  const kept = owed - returned;
  const charged = flow.refunds.reduce((total, { chainId, time }) => {
    const fee = gas.microUsd(gas.highest(chainId, decidedMsMax, time * 1000));
    return total + (gas.charged === undefined ? 0n : chargedPayments * fee);
  }, 0n);
  const rest = refundRestMax * BigInt(flow.deposits.length);
  const hasDust = plan.kind === 'stray' || gas.charged !== undefined;
  const free = charged + (hasDust ? dustMax * BigInt(flow.deposits.length) : rest);
  note(flow.fills.length > 1, 'an order is filled once');
  note(returned > owed, isFilled ? 'an order is filled or refunded' : 'a deposit is refunded once');
  note(kept > free, 'a payer has its money or its payment');
  note(flow.deposits.length === 0 && isFilled, 'a fill follows a deposit');
  note(plan.kind === 'signed' && flow.deposits.length > 1, 'a signature pays once');
  return {
    end: endOf(plan, flow),
    lostIn: kept > free ? kept : returned > owed ? returned - owed : 0n,
    lostOut: sum(flow.fills.slice(1)),
    endSeconds: secondsOf(flow),
    breaches,
  };
}

const noFlow: OrderFlow = { deposits: [], fills: [], refunds: [], reclaims: [], collections: [] };

/** Counts how the orders ended, from the chains and what was signed alone. */
export function checkOrders(flows: Flows, terms: OrderTerms): OrdersChecked {
  const ends = new Map<string, number>();
  const lost = new Map<string, bigint>();
  const breaches: Breach[] = [];
  const endSeconds: number[] = [];
  const filled = new Set<string>();
  const lose = (asset: string, amount: bigint): void => {
    if (amount > 0n) lost.set(asset, (lost.get(asset) ?? 0n) + amount);
  };
  for (const plan of terms.plans) {
    const checked = checkOrder(plan, flows.get(plan.orderId) ?? noFlow, terms);
    ends.set(checked.end, (ends.get(checked.end) ?? 0) + 1);
    lose(`${String(plan.originId)}:${plan.currencyIn}`, checked.lostIn);
    lose(`${String(plan.destinationId)}:${usdc}`, checked.lostOut);
    if (checked.end === 'success') filled.add(plan.orderId);
    if (checked.endSeconds !== undefined) endSeconds.push(checked.endSeconds);
    breaches.push(...checked.breaches);
  }
  return { ends: Object.fromEntries(ends), lost, endSeconds, filled, breaches };
}
