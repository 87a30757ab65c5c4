/** An amount as it was typed or pasted: understood, or refused with a word. */
export type TypedAmount =
  /** `text` has digits and at most one point. */
  | { readonly type: 'amount'; readonly text: string }
  | { readonly type: 'unclear'; readonly reason: string };

/** How the reader's language writes numbers, and what the amount is of. */
export interface Writing {
  /** Separator of the fraction, as the comma in German. */
  readonly point: string;
  /** Symbol that may stand beside the amount. */
  readonly symbol: string | undefined;
}

/** Separator of the fraction in a language. */
export function pointOf(language: string): string {
  const parts = new Intl.NumberFormat(language).formatToParts(1.5);
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.';
}

/** Spaces and apostrophes between digits, which separate thousands. */
const gaps = /(?<=\d)[\s'’_](?=\d)/gu;
/** Thousands as most languages write them, and lakhs. */
const groupedBy = {
  ',': /^\d{1,3}(?:(?:,\d{3})+|(?:,\d{2})+,\d{3})$/,
  '.': /^\d{1,3}(?:\.\d{3})+$/,
} as const;
const spaced = /^\d{1,3}(?:[\s'’_]\d{3})+(?:[.,]\d*)?$/u;

const unclear = (reason: string): TypedAmount => ({ type: 'unclear', reason });
const amount = (text: string): TypedAmount => ({ type: 'amount', text });

/**
 * Reads an amount with thousands and a fraction in any common writing, and with its symbol. Where
 * it could be two amounts, as `1,000` in German, it is refused rather than guessed.
 */
export function readTypedAmount(typed: string, { point, symbol }: Writing): TypedAmount {
  const bare = withoutSymbol(typed.normalize('NFKC').trim(), symbol);
  if (bare === '') return amount('');
  if (!/^[\d.,\s'’_]+$/u.test(bare)) return unclear('Enter a number, such as 1234.5');
  if (/[\s'’_]/u.test(bare) && !spaced.test(bare))
    return unclear('Enter one number, such as 1234.5');
  return readSeparated(bare.replaceAll(gaps, ''), { point, isSpaced: /[\s'’_]/u.test(bare) });
}

function withoutSymbol(text: string, symbol: string | undefined): string {
  const names = symbol === undefined ? ['$', 'US$'] : ['$', 'US$', symbol];
  const lower = text.toLowerCase();
  for (const name of names.map((each) => each.toLowerCase())) {
    if (lower.startsWith(name)) return text.slice(name.length).trim();
    if (lower.endsWith(name)) return text.slice(0, -name.length).trim();
  }
  return text;
}

function readSeparated(
  text: string,
  { point, isSpaced }: { readonly point: string; readonly isSpaced: boolean },
): TypedAmount {
  const last = /[.,](?=[^.,]*$)/.exec(text)?.[0];
  if (last !== '.' && last !== ',') return amount(text);
  const other = last === '.' ? ',' : '.';
  const isOnce = text.indexOf(last) === text.lastIndexOf(last);
  if (text.includes(other)) {
    const [whole = '', fraction = ''] = text.split(last);
    return isOnce && groupedBy[other].test(whole)
      ? amount(`${whole.replaceAll(other, '')}.${fraction}`)
      : unclear('Enter one number, such as 1234.5');
  }
  if (!isOnce)
    return groupedBy[last].test(text)
      ? amount(text.replaceAll(last, ''))
      : unclear('Enter one number, such as 1234.5');
  // Thousands that are separated by spaces leave the other separator to the fraction.
  if (!isSpaced && groupedBy[last].test(text) && !text.startsWith('0')) {
    if (last === ',' && point === '.') return amount(text.replace(',', ''));
    if (last === ',' || point !== '.') return ambiguous(text, last);
  }
  return amount(text.replace(',', '.'));
}

function ambiguous(text: string, separator: string): TypedAmount {
  const [whole = '', fraction = ''] = text.split(separator);
  return unclear(`Is it ${whole}${fraction}, or ${whole}.${fraction}0? Enter one of them`);
}
