import type { Settlement } from '@portage/settlement';
import { usdc, type World } from '../chains/createWorld.js';
import type { SignedClaim } from '../orders/createClaimer.js';
import { app, type OrderPlan } from '../orders/planOrder.js';
import type { Breach } from './checkOrders.js';
import type { Flows } from './readFlows.js';

/** Claims of an episode, and the orders that were filled: these have earned fees. */
export interface CheckedClaims {
  readonly flows: Flows;
  readonly signed: readonly SignedClaim[];
  readonly filled: readonly OrderPlan[];
}

/** Claims that were paid, and rules that do not hold. */
export interface ClaimsChecked {
  readonly paid: number;
  readonly breaches: readonly Breach[];
}

const balanceText = `select balance from ledger_balances where account = $1 and asset = $2`;

/** Holds payments of claims against what was signed, and earnings of the app against its fees. */
export async function checkClaims(
  settlement: Settlement,
  world: World,
  { flows, signed, filled }: CheckedClaims,
): Promise<ClaimsChecked> {
  const breaches: Breach[] = [];
  const paidOn = new Map<number, bigint>();
  let paid = 0;
  for (const { id, chainId, amount, recipient } of signed) {
    const fills = flows.get(id)?.fills ?? [];
    if (fills.length > 1) breaches.push({ rule: 'a claim is paid once', subject: id });
    for (const fill of fills) {
      const isRight = fill.chainId === chainId && fill.amount === amount && fill.to === recipient;
      if (!isRight || fill.currency !== usdc)
        breaches.push({ rule: 'a claim pays what was signed', subject: id });
      paidOn.set(chainId, (paidOn.get(chainId) ?? 0n) + fill.amount);
      paid += 1;
    }
  }
  for (const { kind } of world.chains) {
    const earned = filled
      .filter(({ originId }) => originId === kind.id)
      .reduce((total, { signedAppFee }) => total + signedAppFee, 0n);
    const [row] = await settlement.query<{ balance: bigint }>(balanceText, [
      `app-fee:${app}`,
      `${String(kind.id)}:${usdc}`,
    ]);
    const had = (paidOn.get(kind.id) ?? 0n) + (row?.balance ?? 0n);
    if (had !== earned)
      breaches.push({
        rule: 'an app gets the fees that were signed',
        subject: `${kind.slug}: ${String(earned)} earned, ${String(had)} paid and booked`,
      });
  }
  return { paid, breaches };
}
