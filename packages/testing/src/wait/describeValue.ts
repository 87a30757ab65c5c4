/** Characters of a value that a message shows. */
const charactersMax = 600;

/**
 * Text of any value for a message: JSON in which a bigint is `12n`, cut after 600 characters. What
 * JSON cannot hold, such as a circle, is shown by its name.
 *
 * @example
 * ```ts
 * describeValue({ amount: 12n }); // '{"amount":"12n"}'
 * ```
 */
export function describeValue(value: unknown): string {
  const text = jsonOf(value);
  return text.length > charactersMax ? `${text.slice(0, charactersMax)}…` : text;
}

function jsonOf(value: unknown): string {
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  try {
    // JSON of undefined and of a function is undefined, unlike its type says.
    const json = JSON.stringify(value, withoutBigint) as string | undefined;
    return json ?? String(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}

function withoutBigint(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value.toString()}n`;
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  return value;
}
