import { Money } from '@portage/core';
import type { FundLine } from './planFund.js';
import type { UnpricedFloat } from './readFloats.js';

/**
 * A plan as rows of JSON: amounts in smallest units as text, USD beside them. Of a currency without
 * a price it says that what is missing is not known. Pure.
 */
export function fundAsJson(
  lines: readonly FundLine[],
  unpriced: readonly UnpricedFloat[],
): readonly Readonly<Record<string, unknown>>[] {
  const unknown = unpriced.map((float) => ({ ...float, has: String(float.has), missing: null }));
  const known = lines.map(({ float, missing, from, outside }) => {
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
  return [...known, ...unknown];
}

/** A plan as lines for people, in whole units. Pure. */
export function printFund(lines: readonly FundLine[], unpriced: readonly UnpricedFloat[]): string {
  const decimalsAt = new Map(
    lines.map(({ float }) => [`${float.chain}:${float.asset}`, float.decimals]),
  );
  const text = lines.flatMap(({ float, missing, from, outside }) => {
    const { chain, asset, currency, decimals, price, solver, has, wanted } = float;
    const shown = (amount: bigint): string => {
      const usd = Money.formatUsd(Money.usdUp(amount, decimals, price)).replace(
        /(\.\d\d)\d*$/,
        '$1',
      );
      return `${Money.format(amount, decimals)} ${asset} (${usd} USD)`;
    };
    const state = missing === 0n ? 'ok    ' : 'LACKS ';
    return [
      `${state} ${chain}:${asset} (${currency})  has ${shown(has)}, should have ${shown(wanted)}`,
      ...from.map((source) => {
        const units = decimalsAt.get(`${source.chain}:${asset}`) ?? decimals;
        const amount = Money.format(source.amount, units);
        return `    send ${amount} ${asset} from ${source.chain} to ${solver}`;
      }),
      ...(outside === 0n ? [] : [`    send ${shown(outside)} from outside to ${solver}`]),
    ];
  });
  const unknown = unpriced.map(
    ({ chain, asset, has, decimals }) =>
      `UNKNOWN ${chain}:${asset}  has ${Money.format(has, decimals)} ${asset}; no source tells its price, so what it should have is not known`,
  );
  return `${[...text, ...unknown, 'Nothing was sent.'].join('\n')}\n`;
}
