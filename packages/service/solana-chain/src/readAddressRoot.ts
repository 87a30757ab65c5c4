import { requestFault } from '@portage/core';
import type { FamilyKeys } from '@portage/core/plugin';
import { privateKeySchema, type ParsedChainConfig } from './chainConfig.js';
import { createAddressRoot, type AddressRoot } from './spend/createAddressRoot.js';

/** Name of the key that deposit addresses come from, among those of the family. */
export const addressKeyName = 'addresses';

/**
 * The root of deposit addresses; undefined where the chain offers none.
 *
 * @param others - keys that it must not be: their signatures are made in another way
 * @throws PortageError `INVALID_CONFIGURATION` that names the key and does not show it
 */
export function readAddressRoot(
  keys: FamilyKeys,
  { depositAddresses }: Pick<ParsedChainConfig, 'depositAddresses'>,
  others: readonly (string | undefined)[],
): AddressRoot | undefined {
  if (!depositAddresses) return undefined;
  const parsed = privateKeySchema.safeParse(keys[addressKeyName]);
  if (!parsed.success) throw refused(parsed.error.issues[0]?.message ?? 'is no key');
  const root = createAddressRoot(parsed.data);
  if (others.includes(root.address)) throw refused('must be a key of its own');
  return root;
}

function refused(message: string): Error {
  return requestFault(`keys.svm.${addressKeyName}`, message, { code: 'INVALID_CONFIGURATION' });
}
