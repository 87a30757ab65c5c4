import { Money } from '@portage/core';
import { allAddresses, configuredContracts } from './contractSet.js';
import { factoryAddress, factoryCost } from './factory.js';
import type { ChainPlan } from './planChain.js';

/** Chains whose contracts have one address. Pure. */
export function groupsOf(plans: readonly ChainPlan[]): readonly (readonly string[])[] {
  const groups = new Map<string, string[]>();
  for (const { chain, created } of plans)
    groups.set(created.Depository, [...(groups.get(created.Depository) ?? []), chain.slug]);
  return [...groups.values()];
}

/** Plans as text for people. Pure. */
export function printPlans(plans: readonly ChainPlan[]): string {
  const groups = groupsOf(plans);
  const lines = plans.flatMap((plan) => {
    const native = plan.chain.assets[0]?.symbol ?? '';
    const money = (wei: bigint): string => `${Money.format(wei, 18)} ${native}`;
    return [
      `${plan.chain.slug} (${String(plan.chain.id)})`,
      plan.isFactoryThere
        ? `  there    factory           ${factoryAddress}`
        : `  create   factory           ${factoryAddress}  ${money(factoryCost)}`,
      ...plan.steps.map(
        ({ name, address, isThere, gas, cost }) =>
          `  ${isThere ? 'there ' : 'create'}   ${name.padEnd(16)}  ${address}` +
          (isThere ? '' : `  ${String(gas)} gas, at most ${money(cost)}`),
      ),
      ...plan.wanted.map(
        ({ asset, usd, usdE12, capacity }) =>
          `  limit    ${asset.id.padEnd(16)}  ${Money.format(capacity, asset.decimals)} ${asset.symbol}` +
          ` (${String(capacity)}) = ${Money.format(usd, 6)} USD at ${Money.format(usdE12, 12)}`,
      ),
      `  cost     at most ${money(plan.cost)}` +
        (plan.balance === undefined ? '' : ` of ${money(plan.balance)}`),
      ...plan.warnings.map((text) => `  warning  ${text}`),
      ...plan.refusals.map((text) => `  refused  ${text}`),
    ];
  });
  const apart =
    groups.length < 2
      ? []
      : [
          `Addresses are equal within ${groups.map((group) => group.join(' = ')).join('; ')}.`,
          'They differ where the limits of the constructor differ, as for native currencies.',
        ];
  return `${[...lines, ...apart].join('\n')}\n`;
}

/** Plans as JSON. Pure. */
export function plansAsJson(
  plans: readonly ChainPlan[],
): readonly Readonly<Record<string, unknown>>[] {
  return plans.map((plan) => ({
    chain: plan.chain.slug,
    chainId: plan.chain.id,
    isFactoryThere: plan.isFactoryThere,
    addresses: allAddresses(plan.created),
    contracts: configuredContracts(plan.created),
    steps: plan.steps.map(({ name, address, isThere, gas, cost }) => ({
      name,
      address,
      isThere,
      gas: String(gas),
      cost: String(cost),
    })),
    limits: plan.wanted.map(({ asset, usd, usdE12, capacity }) => ({
      asset: asset.id,
      token: asset.address,
      usd: Money.format(usd, 6),
      priceUsd: Money.format(usdE12, 12),
      capacity: String(capacity),
    })),
    cost: String(plan.cost),
    balance: plan.balance === undefined ? null : String(plan.balance),
    warnings: plan.warnings,
    refusals: plan.refusals,
  }));
}
