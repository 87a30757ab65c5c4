import type { Chain, SignedTransaction, TransactionIntent } from '@portage/core/chain';
import { decodeFakeTransaction } from '@portage/testing';
import type { World } from '../chains/createWorld.js';
import { fillGraceMs } from '../processes/policy.js';
import type { OrderPlan } from '../orders/planOrder.js';
import { checkGas } from './checkGas.js';
import type { Breach } from './checkOrders.js';

/** Checks of payments at the moment at which they are signed, and at which they are sent. */
export interface SentChecks {
  /** Looks at what a process is about to sign. */
  sign(chain: Chain, intents: readonly TransactionIntent[]): void;
  check(chain: Chain, transactions: readonly SignedTransaction[]): void;
  breaches(): readonly Breach[];
}

/** Blocks that are searched for a deposit, the newest first. */
const blocksMax = 600;

/** Whether a deposit of an order stands as deep in its chain as it must. */
function isPaid(world: World, plan: OrderPlan): boolean {
  const { fake, kind } = world.chain(plan.originId);
  const tip = fake.tip().height;
  const highest = tip - kind.reorgDepthMax;
  return fake
    .blocks()
    .slice(Math.max(0, tip - blocksMax), highest + 1)
    .some(({ transactions }) =>
      transactions.some(
        ({ status, events }) =>
          status === 'mined' &&
          events.some((event) => event.type === 'deposit' && event.orderId === plan.orderId),
      ),
    );
}

/**
 * Milliseconds after the time of an order in which it may still be signed: the grace of the policy,
 * and what the reads between the decision and the signature may take.
 */
const lateMsMax = fillGraceMs + 25_000;

/** Makes checks of what processes send; they also make the payments of some orders revert. */
export function createSentChecks(
  world: World,
  plans: readonly OrderPlan[],
  isClaim: (id: string) => boolean,
): SentChecks {
  const found: Breach[] = [];
  const seen = new Set<string>();
  const byOrder = new Map<string, OrderPlan>();
  let known = 0;
  const learn = (): void => {
    for (; known < plans.length; known += 1) {
      const plan = plans[known];
      if (plan !== undefined) byOrder.set(plan.orderId, plan);
    }
  };
  return {
    sign: (chain, intents) => {
      learn();
      found.push(...checkGas(world, chain, intents, isClaim));
      const now = world.chain(chain.id).fake.tip().time * 1000;
      for (const intent of intents) {
        if (intent.type !== 'fill') continue;
        const plan = byOrder.get(intent.orderId);
        if (plan !== undefined && now > plan.fillBy + lateMsMax)
          found.push({
            rule: 'a fill is signed in its time',
            subject: `${intent.orderId}: ${String(now - plan.fillBy)} ms late`,
          });
      }
    },
    check: (chain, transactions) => {
      learn();
      for (const { txId, raw } of transactions) {
        if (seen.has(txId)) continue;
        seen.add(txId);
        for (const action of decodeFakeTransaction(raw).actions) {
          if (action.type !== 'fill' || isClaim(action.orderId)) continue;
          const plan = byOrder.get(action.orderId);
          if (plan === undefined || !isPaid(world, plan))
            found.push({ rule: 'a fill is sent after its deposit is final', subject: txId });
          if (plan?.kind === 'reverting') world.chain(chain.id).fake.fail(txId);
        }
      }
    },
    breaches: () => found,
  };
}
