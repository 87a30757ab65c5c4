import { Money } from '@portage/sdk';

/** Digits behind the point that a reader needs for an amount of this size. */
const significantDigits = 6;

/** Shortens a decimal text to few digits, towards zero; never to zero where there is something. */
export function shortAmount(text: string): string {
  const [whole = '0', fraction = ''] = text.split('.');
  if (whole.replace('-', '') !== '0') {
    const kept = Math.max(2, significantDigits - whole.length);
    return join(grouped(whole), fraction.slice(0, kept));
  }
  const zeros = /^0*/.exec(fraction)?.[0].length ?? 0;
  return join(whole, fraction.slice(0, zeros + 4));
}

function join(whole: string, fraction: string): string {
  const kept = fraction.replace(/0+$/, '');
  return kept === '' ? whole : `${whole}.${kept}`;
}

function grouped(whole: string): string {
  return whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

/** An amount in smallest units, short, as people read it. */
export function shortUnits(amount: bigint, decimals: number): string {
  return shortAmount(Money.format(amount, decimals));
}

/** A value in USD from a decimal text, as in `$1,234.50`; small ones show what they are. */
export function usd(text: string): string {
  const sign = text.startsWith('-') ? '−' : '';
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  if (whole === '0' && /^00/.test(fraction)) {
    const isZero = /^0*$/.test(fraction);
    return isZero ? '$0.00' : `${sign}<$0.01`;
  }
  return `${sign}$${grouped(whole)}.${fraction.padEnd(2, '0').slice(0, 2)}`;
}

/** A value in USD, or a dash where it is not known: nothing looks worthless that is not. */
export function usdOr(text: string | undefined): string {
  return text === undefined ? '–' : usd(text);
}

/** A value in USD in few letters, as in `$1.48B`. */
export function compactUsd(value: number): string {
  const form = { style: 'currency', currency: 'USD', notation: 'compact' } as const;
  return value.toLocaleString('en', {
    ...form,
    minimumFractionDigits: 0,
    maximumFractionDigits: 2,
  });
}

/** A value in USD from a decimal text, in few letters from a million on. */
export function shortUsd(text: string): string {
  const value = Number(text);
  return Math.abs(value) < 1_000_000 ? usd(text) : compactUsd(value);
}

/** Whether a text is an amount with at most so many decimals. */
export function isAmount(text: string, decimals: number): boolean {
  const [, , fraction = ''] = /^(\d+)(?:\.(\d*))?$/.exec(text) ?? [];
  return /^\d*\.?\d*$/.test(text) && /\d/.test(text) && fraction.length <= decimals;
}

/** Smallest units of an amount in whole units; undefined where the text is none, or is zero. */
export function parseUnits(text: string, decimals: number): bigint | undefined {
  if (!isAmount(text, decimals)) return undefined;
  const [whole = '', fraction = ''] = text.split('.');
  const plain = fraction === '' ? whole || '0' : `${whole || '0'}.${fraction}`;
  const amount = Money.parse(plain, decimals);
  return amount > 0n ? amount : undefined;
}

/** Millionths of a USD of a decimal text, what is smaller cut off. */
export function microUsd(text: string): bigint {
  const [, sign, whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  const micros = BigInt(`${whole}${part.slice(0, 6).padEnd(6, '0')}`);
  return sign === '-' ? -micros : micros;
}
