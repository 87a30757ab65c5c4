import type { Settlement } from '@portage/settlement';
import type { OwnerWithdrawals } from '@portage/solver';
import { withdrawalDigest, type WithdrawalMessage } from '@portage/withdrawals';
import { usdc, type World } from './chains/createWorld.js';
import type { Breach } from './checks/checkOrders.js';
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
  amount: bigint,
): Promise<void> {
  const { slug } = world.chain(plan.originId).kind;
  const terms = {
    ...{ chainId: slug, ownerChainId: slug, currency: usdc, amount: amount.toString() },
    ...{ owner: plan.payer, recipient: plan.payer },
  };
  const prepared = await withdrawals.prepare(terms);
  const message: WithdrawalMessage = {
    ...{ ...terms, ...prepared },
    additionalData: { ...prepared.additionalData },
  };
  const signature = world.sign(plan.payer, withdrawalDigest(message));
  await withdrawals.execute({ ...message, signature, additionalData: message.additionalData });
}

/** Has the payers of deposits without an order withdraw them. */
export async function withdrawStrays(
  parts: WithdrawingParts,
  plans: readonly OrderPlan[],
): Promise<readonly Breach[]> {
  const rows = await parts.settlement.query<{ account: string; asset: string; balance: bigint }>(
    `select account, asset, balance from ledger_balances where account like 'withdrawable:%' and balance > 1000 order by account`,
  );
  const breaches: Breach[] = [];
  for (const { account, balance } of rows) {
    const plan = plans.find(({ payer }) => account === `withdrawable:${payer}`);
    if (plan === undefined) continue;
    await withdraw(parts, plan, balance).catch((error: unknown) => {
      breaches.push({ rule: 'an owner can withdraw', subject: `${plan.payer}: ${String(error)}` });
    });
  }
  return breaches;
}
