import { isRecord } from './isRecord.js';

/**
 * Shape of a value: the kind of a leaf, a list of one shape, or an object with these members and
 * perhaps others.
 */
export type Shape =
  | 'string'
  | 'number'
  | 'boolean'
  | 'digits'
  | 'hex'
  | 'object'
  | readonly [Shape]
  | { readonly [member: string]: Shape };

const leaves: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  digits: (value) => typeof value === 'string' && /^[0-9]{1,78}$/.test(value),
  hex: (value) => typeof value === 'string' && /^0x(?:[0-9a-fA-F]{2})*$/.test(value),
  object: isRecord,
};

/**
 * Finds the first place where a value does not have the expected shape. A few lines instead of a
 * schema library, which would be the largest part of what a browser loads.
 *
 * @example
 * ```ts
 * findMismatch({ steps: [{ id: 1 }] }, { steps: [{ id: 'string' }] }); // "steps.0.id is no string"
 * ```
 */
export function findMismatch(value: unknown, shape: Shape, path = ''): string | undefined {
  if (typeof shape === 'string')
    return leaves[shape]?.(value) === true
      ? undefined
      : `${path === '' ? 'it' : path} is no ${shape}`;
  const at = (member: string): string => (path === '' ? member : `${path}.${member}`);
  if (isList(shape)) {
    if (!Array.isArray(value)) return `${path === '' ? 'it' : path} is no list`;
    return firstDefined(
      value.map((entry: unknown, index) => () => findMismatch(entry, shape[0], at(String(index)))),
    );
  }
  if (!isRecord(value)) return `${path === '' ? 'it' : path} is no object`;
  return firstDefined(
    Object.entries(shape).map(
      ([member, inner]) =>
        () =>
          findMismatch(value[member], inner, at(member)),
    ),
  );
}

function isList(shape: Exclude<Shape, string>): shape is readonly [Shape] {
  return Array.isArray(shape);
}

function firstDefined(checks: readonly (() => string | undefined)[]): string | undefined {
  for (const check of checks) {
    const found = check();
    if (found !== undefined) return found;
  }
  return undefined;
}
