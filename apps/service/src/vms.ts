import { requestFault } from '@portage/core';
import type { Vm } from '@portage/core/plugin';
import { evm } from '@portage/evm-chain';
import { solana } from '@portage/solana-chain';
import type { Keys } from './keys.js';

/** Families that the service brings. */
export const builtinVms: readonly Vm[] = [evm, solana];

/** Family of a chain whose settings name none. Its keys have short names in the environment. */
export const defaultVm: string = evm.name;

/**
 * The key that signs orders, whatever the chains: the solver's of EVM chains.
 *
 * @throws PortageError `INVALID_CONFIGURATION` that names the key and does not show it
 */
export function orderKeyOf(keys: Keys): `0x${string}` {
  const key = keys[evm.name]?.['solver'];
  if (key !== undefined && /^0x[0-9a-fA-F]{64}$/.test(key)) return `0x${key.slice(2)}`;
  throw requestFault(
    `keys.${evm.name}.solver`,
    key === undefined ? 'is needed, it signs orders' : 'must be 0x and 64 hex digits',
    {
      code: 'INVALID_CONFIGURATION',
      hint: 'Set PORTAGE_SOLVER_KEY, or PORTAGE_SOLVER_KEY_FILE to the path of a file that holds it.',
    },
  );
}
