/** Least length of a part of an address that is taken for a key; shorter ones are words. */
const lengthMin = 8;

/**
 * Makes a function that takes what may be a key in the address of an endpoint out of a text: user,
 * password, each part of the path and each value of the query, as they are written and as they are
 * meant. Some endpoints repeat them in their errors.
 *
 * @example
 * ```ts
 * const redact = createRedaction('https://rpc.example/v2/0123456789');
 * redact('no credit is left for 0123456789'); // 'no credit is left for [redacted]'
 * ```
 */
export function createRedaction(url: string): (text: string) => string {
  const { username, password, pathname, searchParams, search } = new URL(url);
  const written = [username, password, ...pathname.split('/'), ...search.slice(1).split(/[&=]/)];
  const texts = [...written, ...written.map(decoded), ...searchParams.values()];
  const secrets = [...new Set(texts)]
    .filter(({ length }) => length >= lengthMin)
    // A part that is taken out first would hide the whole.
    .sort((one, other) => other.length - one.length);
  return (text) =>
    secrets.reduce((cleaned, secret) => cleaned.replaceAll(secret, '[redacted]'), text);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
