/** Secrets by what they are. */
export type Canaries = Readonly<Record<string, string>>;

const base64Of = (bytes: Buffer): readonly string[] =>
  // A secret within a longer text has other letters, by its place; both ends belong to others too.
  [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const inner = text.slice(before === 0 ? 0 : before + 1, -1);
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });

/** Forms in which a secret may get out: as it is, encoded, as bytes, in halves. */
function formsOf(secret: string): readonly string[] {
  const text = secret.replace(/^0x/, '');
  const isHex = /^(?:[\da-f]{2})+$/i.test(text);
  const bytes = [Buffer.from(text), ...(isHex ? [Buffer.from(text, 'hex')] : [])];
  const half = Math.ceil(text.length / 2);
  return [
    text,
    text.toUpperCase(),
    text.toLowerCase(),
    encodeURIComponent(text),
    JSON.stringify(text).slice(1, -1),
    ...(half >= 12 ? [text.slice(0, half), text.slice(half)] : []),
    ...bytes.flatMap((each) => [each.toString('hex'), ...base64Of(each)]),
  ];
}

/**
 * Names of the secrets that a text holds in any form.
 *
 * @example
 * ```ts
 * findCanaries('key c2VjcmV0LXNlY3JldA==', { key: 'secret-secret' }); // ['key']
 * ```
 */
export function findCanaries(text: string, canaries: Canaries): readonly string[] {
  return Object.entries(canaries)
    .filter(([, secret]) => formsOf(secret).some((form) => text.includes(form)))
    .map(([name]) => name);
}
