import { readFileSync } from 'node:fs';
import { PortageError, requestFault } from '@portage/core';

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
    values = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
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
 * @throws PortageError `INVALID_CONFIGURATION` for a place that is none
 */
export function setValues(configuration: Values, values: Values): Values {
  const result = structuredClone(configuration);
  for (const [place, value] of Object.entries(values)) {
    const names = place.split('.');
    const last = names.pop() ?? '';
    addGroup(result, names);
    const parent = names.reduce<unknown>((found, name) => memberOf(found, name), result);
    const member = Array.isArray(parent) ? indexOf(parent, last) : last;
    if (!isObject(parent) && !(Array.isArray(parent) && member in parent)) throw noPlace(place);
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

function memberOf(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value[Number(indexOf(value, name))];
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
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
  return requestFault('values', `has "${place}", which is no place of this configuration`, {
    code: 'INVALID_CONFIGURATION',
    hint: 'The command lists the places without --values.',
  });
}
