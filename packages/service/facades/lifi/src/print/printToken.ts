import type { Rates } from '../read/askFacts.js';

/** Currency of a quote, of a request or of a chain. */
export interface PrintedCurrency {
  readonly address: string;
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
  readonly metadata?: { readonly logoURI: string } | undefined;
}

/** Token of LI.FI's answers. */
export interface LifiToken {
  readonly chainId: number;
  readonly address: string;
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
  readonly coinKey: string;
  readonly logoURI: string;
  /** USD of one whole unit; `0` while there is no price. */
  readonly priceUSD: string;
}

/** Currency of a chain as a token. */
export function printToken(currency: PrintedCurrency, chainId: number, rates: Rates): LifiToken {
  const { address, symbol, name, decimals, metadata } = currency;
  return {
    chainId,
    address,
    symbol,
    name,
    decimals,
    coinKey: symbol,
    logoURI: metadata?.logoURI ?? '',
    priceUSD: String(rates[symbol.toUpperCase()] ?? 0),
  };
}
