const prefix = 'address:';

/**
 * Address that an operator wrote in the place of a key, as `address:0x…`: the process watches the
 * account and never signs for it. Undefined where it is a key.
 *
 * @example
 * ```ts
 * watchedAddress('address:0x1234'); // '0x1234'
 * ```
 */
export function watchedAddress(key: string): string | undefined {
  return key.startsWith(prefix) ? key.slice(prefix.length) : undefined;
}
