import { Money, type CurrencyAmount } from '@portage/core';
import { currencySchema, signedAmountSchema } from '@portage/core/schemas';
import { z } from 'zod';

/**
 * What stored terms say once: currencies, and amounts as number of the currency, amount, USD, and a
 * minimum that differs.
 */
const tablesSchema = z.object({
  currencies: z.array(currencySchema),
  amounts: z.array(
    z.tuple([
      z.number().int().min(0),
      signedAmountSchema,
      z.string(),
      signedAmountSchema.optional(),
    ]),
  ),
});

/**
 * Puts amounts back where stored terms name them by number. A quote shows the same ten amounts of
 * two or three currencies some thirty times; stored, each stands once, and wherever it is shown
 * stands its number in a list of one.
 *
 * @param stored - terms with or without tables; anything else is returned as it is
 * @example
 * ```ts
 * shareOut({ currencies: [usdc], amounts: [[0, '2500000', '2.500000']], fees: { gas: [0] } });
 * // { fees: { gas: { currency: usdc, amount: '2500000', amountFormatted: '2.5', amountUsd: '2.500000', minimumAmount: '2500000' } } }
 * ```
 */
export function shareOut(stored: unknown): unknown {
  const tables = tablesSchema.safeParse(stored);
  if (!tables.success || typeof stored !== 'object') return stored;
  const { currencies } = tables.data;
  const amounts = tables.data.amounts.map(
    ([number, amount, amountUsd, minimumAmount = amount]): CurrencyAmount | undefined => {
      const currency = currencies[number];
      return currency === undefined
        ? undefined
        : {
            currency,
            amount,
            amountFormatted: Money.format(BigInt(amount), currency.decimals),
            amountUsd,
            minimumAmount,
          };
    },
  );
  const terms = Object.entries({ ...stored }).filter(
    ([name]) => name !== 'currencies' && name !== 'amounts',
  );
  return replaceNumbers(Object.fromEntries(terms), amounts);
}

function replaceNumbers(value: unknown, amounts: readonly unknown[]): unknown {
  if (Array.isArray(value)) {
    const elements: readonly unknown[] = value;
    const number = elements.length === 1 ? elements[0] : undefined;
    return typeof number === 'number'
      ? amounts[number]
      : elements.map((element) => replaceNumbers(element, amounts));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => [
      name,
      replaceNumbers(member, amounts),
    ]),
  );
}
