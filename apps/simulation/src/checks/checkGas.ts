import type { Chain, TransactionIntent } from '@portage/core/chain';
import { defaultPolicy } from '@portage/solver';
import { readFakeSignedDeposit, readFakeSweep } from '@portage/testing';
import type { World } from '../chains/createWorld.js';
import type { Breach } from './checkOrders.js';

/**
 * Milliseconds between the judgement of a cost and the signature at most: a process reads and
 * writes in between.
 */
const judgedMsMax = 5_000;

/** Share of a claim that its payment may cost. */
const claimDivisor = 100n;

const {
  fills: { gasFactorMax, gasLossMicroUsdMax },
} = defaultPolicy;

/** The most that something may cost for which so much was charged, in micro-USD. */
function coveredMicroUsd(charged: bigint): bigint {
  const beyond = charged + gasLossMicroUsdMax;
  return beyond > charged * gasFactorMax ? beyond : charged * gasFactorMax;
}

/** The most that this may cost, in micro-USD; undefined where its cost comes off what it pays. */
function mostFor(intent: TransactionIntent, charged: bigint, isClaim: boolean): bigint | undefined {
  switch (intent.type) {
    case 'fill':
      return coveredMicroUsd(isClaim ? intent.amount / claimDivisor : charged);
    case 'collection':
      return intent.amount;
    case 'relay':
      return isForOrder(intent.data) ? coveredMicroUsd(charged) : undefined;
    default:
      return undefined;
  }
}

/** Whether a call brings in what an order was charged for. */
function isForOrder(data: string): boolean {
  if (data === '0x') return false;
  return readFakeSweep(data) !== undefined || readFakeSignedDeposit(data).amount > 0n;
}

/**
 * Payments that cost more than the policy covers, when they are signed: the solver's loss by gas is
 * bounded. One unit of each token here is worth one micro-USD. A joined payment costs at most the
 * whole transaction.
 */
export function checkGas(
  { gas }: World,
  chain: Chain,
  intents: readonly TransactionIntent[],
  isClaim: (id: string) => boolean,
): readonly Breach[] {
  if (gas.charged === undefined) return [];
  const cost = gas.microUsd(gas.lowest(chain.id, judgedMsMax));
  const charged = gas.microUsd(gas.charged);
  const most = intents.map((intent) => mostFor(intent, charged, isClaim(intent.orderId)));
  return intents.flatMap((intent, index) => {
    const limit = most[index];
    return limit === undefined || cost <= limit
      ? []
      : [
          {
            rule: 'gas costs no more than the policy covers',
            subject: `${intent.type} ${intent.orderId}: ${String(cost)} of ${String(limit)} micro-USD`,
          },
        ];
  });
}
