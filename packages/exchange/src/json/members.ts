import type { Json } from './parseJson.js';

/**
 * Members of a value of JSON that is an object; none of any other value.
 *
 * @example
 * ```ts
 * membersOf({ height: 7 }); // { height: 7 }
 * ```
 */
export function membersOf(value: Json | undefined): { readonly [member: string]: Json } {
  const isObject = typeof value === 'object' && value !== null && !isList(value);
  return isObject ? value : {};
}

/**
 * Whether a value of JSON is a list.
 *
 * @example
 * ```ts
 * isList([1, 2]); // true
 * ```
 */
export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/**
 * Exact amount of a whole number, also of one written as text; undefined of anything else.
 *
 * @example
 * ```ts
 * readBigint('3000000'); // 3000000n
 * ```
 */
export function readBigint(value: Json | undefined): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  return typeof value === 'string' && /^(?:0|-?[1-9]\d{0,30})$/.test(value)
    ? BigInt(value)
    : undefined;
}

/**
 * A whole number from 0 to 2^53 − 1; undefined of anything else.
 *
 * @example
 * ```ts
 * readCount(-1); // undefined
 * ```
 */
export function readCount(value: Json | undefined): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
