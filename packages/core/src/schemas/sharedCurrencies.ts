/**
 * Puts currencies back where stored terms name them by number. A quote shows the same two or three currencies some
 * thirty times; stored, each stands once in `currencies`, and every amount names its place there.
 *
 * @param stored - terms with or without a table; anything else is returned as it is
 * @example
 * ```ts
 * shareOut({ currencies: [usdc], fee: { currency: 0, amount: '5' } }); // { fee: { currency: usdc, amount: '5' } }
 * ```
 */
export function shareOut(stored: unknown): unknown {
  if (typeof stored !== 'object' || stored === null || !('currencies' in stored) || !Array.isArray(stored.currencies)) return stored;
  const { currencies, ...terms } = stored;
  return replaceNumbers(terms, currencies);
}

function replaceNumbers(value: unknown, currencies: readonly unknown[]): unknown {
  if (Array.isArray(value)) return value.map((element) => replaceNumbers(element, currencies));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => [
      name,
      name === 'currency' && typeof member === 'number' ? currencies[member] : replaceNumbers(member, currencies),
    ]),
  );
}
