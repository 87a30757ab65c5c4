/** Start of a secret, as Standard Webhooks writes it; base64 follows. */
export const secretPrefix = 'whsec_';

/** Bytes of a secret. */
const secretBytes = 32;

/** A secret of a subscription: `whsec_` and the base64 of 32 random bytes. */
export function makeSecret(randomBytes: (length: number) => Uint8Array): string {
  return secretPrefix + Buffer.from(randomBytes(secretBytes)).toString('base64');
}
