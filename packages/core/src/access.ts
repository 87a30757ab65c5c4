/**
 * Rights that an API key may carry beyond higher limits. @see docs/spec/keys-and-usage.md#rights
 */
export const keyRights = ['route-racing', 'fixed-rate', 'operator'] as const;

/** A right of an API key. */
export type KeyRight = (typeof keyRights)[number];

/**
 * Whether a text names a right.
 *
 * @example
 * ```ts
 * isKeyRight('fixed-rate'); // true
 * ```
 */
export function isKeyRight(text: string): text is KeyRight {
  return keyRights.some((right) => right === text);
}

/** Holder of the API key sent with a request. */
export interface Caller {
  /** Public id of the key; it may be shown and stored. */
  readonly apiKeyId: string;
  readonly rights: readonly KeyRight[];
  /**
   * The account whose balance pays what this caller's quotes sponsor; undefined where the key is
   * linked to none.
   */
  readonly sponsor: string | undefined;
}
