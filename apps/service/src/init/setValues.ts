import { readFileSync } from 'node:fs';
import { isPortageError, PortageError, requestFault } from '@portage/core';
import { parseJson } from '../configuration/parseJson.js';

/** Values by their places in a configuration, as in `policy.outflows.hourMicroUsdMax`. */
export type Values = Readonly<Record<string, unknown>>;

/**
 * Reads a file of values by places, as in `{ "chains.bitcoin.startHeight": 900000 }`.
 *
 * @throws PortageError `INVALID_CONFIGURATION`; its words hold no value, which may be a secret
 */
export function readValues(path: string): Values {
  let values: unknown;
  try {
    values = parseJson(readFileSync(path, 'utf8'), `The values in ${path}`);
  } catch (error) {
    if (isPortageError(error)) throw error;
    values = undefined;
  }
  if (isObject(values)) return values;
  throw new PortageError('INVALID_CONFIGURATION', {
    message: `The values in ${path} cannot be read as a JSON object.`,
    hint: 'It holds values by places: { "policy.outflows.hourMicroUsdMax": "5000000000" }.',
  });
}

/**
 * Configuration with values at their places. A chain is named by its number or its network, as in
 * `chains.0` and `chains.base`; the last member of a place may be new, and a group of the policy.
 * Pure.
 *
 * @throws PortageError `INVALID_CONFIGURATION` for a place that is none, and for one that another
 *   place names too or lies within: which of the two counts would hang on their order
 */
export function setValues(configuration: Values, values: Values): Values {
  const result = structuredClone(configuration);
  const done: string[] = [];
  for (const [place, value] of Object.entries(values)) {
    const names = place.split('.');
    addGroup(result, names.slice(0, -1));
    const { parent, path } = resolvePlace(result, names);
    const member = path.at(-1) ?? '';
    if (!isObject(parent) && !hasIndex(parent, member)) throw noPlace(place);
    const at = path.join('.');
    if (done.some((other) => isWithin(at, other) || isWithin(other, at)))
      throw wrongValue(`has "${place}", a place that another one names too, or lies within`);
    done.push(at);
    Object.defineProperty(parent, member, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return result;
}

/** Groups whose members all have defaults stand in no template. */
function addGroup(configuration: Values, [first, group]: readonly string[]): void {
  const policy = first === 'policy' ? configuration[first] : undefined;
  if (group === undefined || !isObject(policy) || Object.hasOwn(policy, group)) return;
  Object.assign(policy, { [group]: {} });
}

/** Object or list that a place is a member of, and its path with chains by their numbers. */
function resolvePlace(
  root: Values,
  names: readonly string[],
): { readonly parent: unknown; readonly path: readonly string[] } {
  const path: string[] = [];
  let [parent, found]: unknown[] = [undefined, root];
  for (const name of names) {
    parent = found;
    const member = Array.isArray(parent) ? indexOf(parent, name) : name;
    path.push(member);
    found = memberOf(parent, member);
  }
  return { parent, path };
}

function memberOf(value: unknown, name: string): unknown {
  if (hasIndex(value, name)) return value[Number(name)];
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Whether a value is a list with an entry of this number, in its one form. */
function hasIndex(value: unknown, index: string): value is readonly unknown[] {
  return Array.isArray(value) && /^\d+$/.test(index) && Object.hasOwn(value, index);
}

/** Whether a path is another one, or one of its members. */
function isWithin(path: string, other: string): boolean {
  return path === other || path.startsWith(`${other}.`);
}

/** Index of an entry by its number, or by the network that it names. */
function indexOf(list: readonly unknown[], name: string): string {
  const named = list.findIndex((entry) => isObject(entry) && entry['network'] === name);
  return named === -1 ? name : String(named);
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function noPlace(place: string): PortageError {
  return wrongValue(`has "${place}", which is no place of this configuration`);
}

function wrongValue(fault: string): PortageError {
  return requestFault('values', fault, {
    code: 'INVALID_CONFIGURATION',
    hint: 'The command lists the places without --values.',
  });
}
