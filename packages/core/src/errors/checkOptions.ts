import { PortageError } from './portageError.js';

/**
 * Says what is wrong with the options of a call, for callers without types: a `TypeError` from
 * inside would not.
 *
 * @param wanted - members that have no default
 * @throws PortageError `INVALID_CONFIGURATION` where the options are no object, or lack a member
 * @example
 * ```ts
 * checkOptions({ wallet }, ['wallet']);
 * ```
 */
export function checkOptions(options: unknown, wanted: readonly string[] = []): void {
  const isObject = isOptions(options);
  const missing = isObject
    ? wanted.find((name) => options[name] === undefined || options[name] === null)
    : undefined;
  if (isObject && missing === undefined) return;
  throw new PortageError('INVALID_CONFIGURATION', {
    message: isObject ? `The option ${String(missing)} is missing.` : 'The options are no object.',
    hint: wanted.length === 0 ? 'Pass an object, or nothing.' : `Pass { ${wanted.join(', ')} }.`,
  });
}

/** Members may be getters of a class, so they are read where they are. */
function isOptions(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
