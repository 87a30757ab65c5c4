import { requestFault, type ChainInfo } from '@portage/core';
import { shownChains } from './chainTypes.js';

/**
 * Chain that a member names, by its id or by its key, which is the service's name of it.
 *
 * @throws PortageError `UNSUPPORTED_CHAIN`
 */
export function findChain(
  chains: readonly ChainInfo[],
  name: string | number,
  path: string,
): ChainInfo {
  const wanted = String(name).toLowerCase();
  const found = shownChains(chains).find((chain) => isNamed(chain, wanted));
  if (found !== undefined) return found;
  const fault = 'is no chain on offer';
  throw requestFault(path, fault, {
    code: 'UNSUPPORTED_CHAIN',
    message: `${path} ${fault}.`,
    hint: 'GET /chains lists those on offer.',
  });
}

/** Chains that a list of ids and keys names; all where it names none. */
export function chooseChains(
  chains: readonly ChainInfo[],
  names: readonly string[],
): readonly ChainInfo[] {
  const wanted = names.map((name) => name.toLowerCase());
  const shown = shownChains(chains);
  return wanted.length === 0
    ? shown
    : shown.filter((chain) => wanted.some((name) => isNamed(chain, name)));
}

/** Whether a chain has this id or, in lower case, this key. */
function isNamed({ id, name }: ChainInfo, wanted: string): boolean {
  return String(id) === wanted || name.toLowerCase() === wanted;
}
