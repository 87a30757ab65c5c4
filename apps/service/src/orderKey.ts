import { PortageError, requestFault } from '@portage/core';
import { evm } from '@portage/evm-chain';
import { watchedAddress } from '@portage/chain-kit';
import { orderKeys, type Keys } from './keys.js';
import type { Role } from './serviceOptions.js';

const hint =
  'Set PORTAGE_ORDERS_SIGNER_KEY, or PORTAGE_ORDERS_SIGNER_KEY_FILE to the path of a file that holds it.';

/**
 * The key that signs orders, whatever the chains: `keys.orders.signer`, which holds no money, or
 * the solver's of EVM chains.
 *
 * @throws PortageError `INVALID_CONFIGURATION` that names the key and does not show it
 */
export function orderKeyOf(keys: Keys): `0x${string}` {
  const own = keys[orderKeys]?.['signer'];
  const key = own ?? keys[evm.name]?.['solver'];
  if (key !== undefined && /^0x[0-9a-fA-F]{64}$/.test(key)) return `0x${key.slice(2)}`;
  const isWatched = key !== undefined && watchedAddress(key) !== undefined;
  const wrong = isWatched ? 'is an address, which signs no orders' : 'must be 0x and 64 hex digits';
  throw requestFault(
    own === undefined && !isWatched ? `keys.${evm.name}.solver` : `keys.${orderKeys}.signer`,
    key === undefined ? 'is needed, it signs orders' : wrong,
    { code: 'INVALID_CONFIGURATION', hint },
  );
}

/**
 * Refuses workers without keys, and names keys that a process of the API does not need: it signs
 * orders, and no payments.
 *
 * @param remote - places of keys by which another process signs
 * @returns places of keys that hold money and that the role has no use for
 * @throws PortageError `INVALID_CONFIGURATION` where a worker has the address of a key alone
 */
export function needlessKeys(
  keys: Keys,
  role: Role,
  remote: readonly string[] = [],
): readonly string[] {
  const places = Object.entries(keys)
    .filter(([family]) => family !== orderKeys)
    .flatMap(([family, own]) =>
      Object.entries(own).map(([name, key]) => ({
        place: `keys.${family}.${name}`,
        isWatched: watchedAddress(key) !== undefined,
      })),
    );
  if (role === 'api') return places.flatMap(({ place, isWatched }) => (isWatched ? [] : [place]));
  const watched = places.find(({ place, isWatched }) => isWatched && !remote.includes(place));
  if (watched === undefined) return [];
  throw new PortageError('INVALID_CONFIGURATION', {
    message: `${watched.place}: is an address, and a worker pays with its key.`,
    hint: 'Give the key to workers, and the address to processes with --role api.',
  });
}
