import type { Settlement } from '@portage/settlement';
import type { OwnerWithdrawals } from '@portage/solver';
import { fakeNative } from '@portage/testing';
import { withdrawalDigest, type WithdrawalMessage } from '@portage/withdrawals';
import type { World } from './chains/createWorld.js';
import { calmFee } from './chains/createWorldGas.js';
import { dustMax, type Breach } from './checks/checkOrders.js';
import type { OrderPlan } from './orders/planOrder.js';

interface WithdrawingParts {
  readonly world: World;
  readonly settlement: Settlement;
  readonly withdrawals: OwnerWithdrawals;
}

/** Asks for all that an owner may have, and signs for it. */
async function withdraw(
  { world, withdrawals }: WithdrawingParts,
  plan: OrderPlan,
  { currency, amount }: { readonly currency: string; readonly amount: bigint },
): Promise<void> {
  const { slug } = world.chain(plan.originId).kind;
  const terms = {
    chainId: slug,
    ownerChainId: slug,
    currency,
    amount: amount.toString(),
    owner: plan.payer,
    recipient: plan.payer,
  };
  const prepared = await withdrawals.prepare(terms);
  const message: WithdrawalMessage = {
    ...terms,
    ...prepared,
    additionalData: { ...prepared.additionalData },
  };
  const signature = world.sign(plan.payer, withdrawalDigest(message));
  await withdrawals.execute({ ...message, signature, additionalData: message.additionalData });
}

/** Milliseconds in which a process may have read a fee. */
const readMsMax = 30_000;

/** Whether gas may eat up what is withdrawn: an owner waits then. */
function isDear({ gas }: World, chainId: number): boolean {
  return gas.highest(chainId, readMsMax) > calmFee;
}

/** Amount that an owner can withdraw now; dust is not worth its payment, and left out. */
async function worthOf(
  { settlement }: WithdrawingParts,
  { originId: chainId, payer: owner }: OrderPlan,
  currency: string,
): Promise<bigint> {
  const { parts } = await settlement.withdrawals.balance({
    chainId,
    currency,
    owner,
    native: fakeNative,
  });
  return parts.reduce((total, { amount }) => total + (amount > dustMax ? amount : 0n), 0n);
}

/**
 * Has payers withdraw what is theirs: deposits without an order, and those that were not worth
 * their refund when gas was dear. Each one that does is added to `withdrawn`.
 */
export async function withdrawRest(
  parts: WithdrawingParts,
  plans: readonly OrderPlan[],
  withdrawn: Set<string>,
): Promise<readonly Breach[]> {
  const rows = await parts.settlement.query<{ account: string; asset: string }>(
    `select account, asset from ledger_balances where account like 'withdrawable:%' and balance > ${String(dustMax)} order by account`,
  );
  const breaches: Breach[] = [];
  for (const { account, asset } of rows) {
    const plan = plans.find(({ payer }) => account === `withdrawable:${payer}`);
    if (plan === undefined || isDear(parts.world, plan.originId)) continue;
    const [, currency = ''] = asset.split(':');
    const amount = await worthOf(parts, plan, currency);
    if (amount === 0n) continue;
    withdrawn.add(plan.payer);
    await withdraw(parts, plan, { currency, amount }).catch((error: unknown) => {
      breaches.push({
        rule: 'an owner can withdraw',
        subject: `${plan.kind} ${plan.payer} ${asset}: ${String(error)}`,
      });
    });
  }
  return breaches;
}
