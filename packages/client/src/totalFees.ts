import type { Quote } from '@portage/core';

/** One fee of a quote. */
export interface FeePart {
  readonly name: 'gas' | 'relayerGas' | 'relayerService' | 'app' | 'subsidized';
  /** Purpose of the fee, for people. */
  readonly words: string;
  /** Whole units with their symbol, as in `0.02 USDC`. */
  readonly amount: string;
  /** Signed USD with six decimals; what others pay is below zero. */
  readonly usd: string;
}

/** Fees of a quote in all. */
export interface TotalFees {
  /** Total that the payer pays, in USD with six decimals. */
  readonly usd: string;
  /** Fees that are not zero. They add up to `usd`. */
  readonly parts: readonly FeePart[];
  /** The same as one sentence. */
  readonly words: string;
}

const names = {
  gas: 'gas of your own transactions',
  relayerGas: 'gas of the payment',
  relayerService: 'the service',
  app: 'the app',
  subsidized: 'paid by a sponsor',
} as const;

/**
 * Adds up the fees of a quote, in words and sums. A fee below zero is a reward.
 *
 * @example
 * ```ts
 * const { usd, words } = totalFees(quote);
 * words; // "0.031000 USD: gas of the payment 0.011000, the service 0.020000"
 * ```
 */
export function totalFees({ fees }: Pick<Quote, 'fees'>): TotalFees {
  const parts = Object.entries(names).flatMap(([key, words]): FeePart[] => {
    const name = key as FeePart['name']; // The keys of the table above.
    const { amountUsd, amountFormatted, currency } = fees[name];
    const micros = name === 'subsidized' ? -toMicros(amountUsd) : toMicros(amountUsd);
    if (micros === 0n) return [];
    const amount = `${amountFormatted} ${currency.symbol}`;
    return [{ name, words, amount, usd: toUsd(micros) }];
  });
  const usd = toUsd(parts.reduce((sum, part) => sum + toMicros(part.usd), 0n));
  const listed = parts.map((part) => `${part.words} ${part.usd}`).join(', ');
  return { usd, parts, words: listed === '' ? 'No fees.' : `${usd} USD: ${listed}` };
}

/** Millionths of a USD, the smallest unit in which quotes show it. */
function toMicros(text: string): bigint {
  const [, sign, whole = '', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  const micros = BigInt(`${whole}${part.slice(0, 6).padEnd(6, '0')}`);
  return sign === '-' ? -micros : micros;
}

function toUsd(micros: bigint): string {
  const digits = (micros < 0n ? -micros : micros).toString().padStart(7, '0');
  return `${micros < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`;
}
