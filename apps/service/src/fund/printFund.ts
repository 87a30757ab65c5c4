import { Money } from '@portage/core';
import type { FundLine } from './planFund.js';

/** A plan as rows of JSON: amounts in smallest units as text, USD beside them. Pure. */
export function fundAsJson(
  lines: readonly FundLine[],
): readonly Readonly<Record<string, unknown>>[] {
  return lines.map(({ float, missing, from, outside }) => {
    const { chain, asset, currency, decimals, price, solver, has, wanted } = float;
    const usd = (amount: bigint): string => Money.formatUsd(Money.usdUp(amount, decimals, price));
    return {
      chain,
      asset,
      currency,
      decimals,
      solver,
      wanted: String(wanted),
      wantedUsd: usd(wanted),
      has: String(has),
      hasUsd: usd(has),
      missing: String(missing),
      missingUsd: usd(missing),
      from: from.map((source) => ({ chain: source.chain, amount: String(source.amount) })),
      outside: String(outside),
      outsideUsd: usd(outside),
    };
  });
}

/** A plan as lines for people, in whole units. Pure. */
export function printFund(lines: readonly FundLine[]): string {
  const decimalsAt = new Map(
    lines.map(({ float }) => [`${float.chain}:${float.asset}`, float.decimals]),
  );
  const text = lines.flatMap(({ float, missing, from, outside }) => {
    const { chain, asset, decimals, price, solver, has, wanted } = float;
    const shown = (amount: bigint): string => {
      const usd = Money.formatUsd(Money.usdUp(amount, decimals, price)).replace(
        /(\.\d\d)\d*$/,
        '$1',
      );
      return `${Money.format(amount, decimals)} ${asset} (${usd} USD)`;
    };
    const state = missing === 0n ? 'ok    ' : 'LACKS ';
    return [
      `${state} ${chain}:${asset}  has ${shown(has)}, should have ${shown(wanted)}`,
      ...from.map((source) => {
        const units = decimalsAt.get(`${source.chain}:${asset}`) ?? decimals;
        const amount = Money.format(source.amount, units);
        return `    send ${amount} ${asset} from ${source.chain} to ${solver}`;
      }),
      ...(outside === 0n ? [] : [`    send ${shown(outside)} from outside to ${solver}`]),
    ];
  });
  return `${[...text, 'Nothing was sent.'].join('\n')}\n`;
}
