import type { ChainInfo } from '@portage/sdk';
import { currenciesOf } from '../../currencies/place.js';
import { shortAmount } from '../../format/amounts.js';

/** An amount in smallest units as people read it; one of an unknown currency stays as it is. */
export function unitText(
  chains: readonly ChainInfo[],
  chainId: number,
  currency: string,
  amount: string,
): string {
  const chain = chains.find(({ id }) => id === chainId);
  const found =
    chain === undefined
      ? undefined
      : currenciesOf(chain).find(({ address }) => address.toLowerCase() === currency.toLowerCase());
  if (found === undefined) return amount;
  const sign = amount.startsWith('-') ? '−' : '';
  const digits = amount.replace('-', '').padStart(found.decimals + 1, '0');
  const point = digits.length - found.decimals;
  return `${sign}${shortAmount(`${digits.slice(0, point)}.${digits.slice(point)}`)} ${found.symbol}`;
}
