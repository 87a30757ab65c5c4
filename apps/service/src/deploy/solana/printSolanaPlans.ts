import { Money } from '@portage/core';
import type { SolanaPlan } from './planSolana.js';

/** Plans as text for people. Pure. */
export function printSolanaPlans(plans: readonly SolanaPlan[]): string {
  return plans.map(printPlan).join('');
}

function printPlan(plan: SolanaPlan): string {
  const { chain, programs, steps, wanted, cost, balance, warnings, refusals } = plan;
  const money = (lamports: bigint): string => `${Money.format(lamports, 9)} SOL`;
  const lines = [
    `${chain.slug} (${String(chain.id)})`,
    ...steps.map(
      (step) =>
        `  ${step.isThere ? 'there ' : 'send  '}   ${step.name.padEnd(22)}  ${step.address}` +
        (step.isThere ? '' : `  at most ${money(step.cost)}`),
    ),
    ...wanted.map(
      ({ asset, usd, usdE12, capacity }) =>
        `  wanted   ${asset.id.padEnd(22)}  ${Money.format(capacity, asset.decimals)} ${asset.symbol}` +
        ` (${String(capacity)}) = ${Money.format(usd, 6)} USD at ${Money.format(usdE12, 12)}`,
    ),
    `  limit    of every currency       ${String(programs.capacity)} in ${String(programs.window)} seconds`,
    `  power    ${programs.upgradeAuthority ?? 'nobody'} may replace the programs afterwards`,
    `  cost     at most ${money(cost)} of ${money(balance)}`,
    ...warnings.map((text) => `  warning  ${text}`),
    ...refusals.map((text) => `  refused  ${text}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** Plans as JSON. Pure. */
export function solanaPlansAsJson(
  plans: readonly SolanaPlan[],
): readonly Readonly<Record<string, unknown>>[] {
  return plans.map(({ chain, programs, planned, steps, wanted, ...plan }) => ({
    chain: chain.slug,
    chainId: chain.id,
    programs: Object.fromEntries(planned.map(({ name, address }) => [name, address])),
    upgradeAuthority: programs.upgradeAuthority,
    steps: steps.map((step) => ({ ...step, cost: String(step.cost) })),
    capacity: String(programs.capacity),
    windowSeconds: String(programs.window),
    limits: wanted.map(({ asset, usd, usdE12, capacity }) => ({
      asset: asset.id,
      token: asset.address,
      usd: Money.format(usd, 6),
      priceUsd: Money.format(usdE12, 12),
      capacity: String(capacity),
    })),
    cost: String(plan.cost),
    balance: String(plan.balance),
    warnings: plan.warnings,
    refusals: plan.refusals,
  }));
}
