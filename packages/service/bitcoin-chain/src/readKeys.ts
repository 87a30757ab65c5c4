import { readOperatorKeys, watchedAddress } from '@portage/chain-kit';
import { createBitcoinCodec, type BitcoinNetwork } from '@portage/bitcoin/codec';
import { readPrivateKey } from '@portage/bitcoin';
import { addressOf, isKeyOfNetwork, readExtendedKey } from '@portage/bitcoin/transaction';
import { assert, isPortageError, requestFault } from '@portage/core';
import type { FamilyKeys } from '@portage/core/plugin';
import { z } from 'zod';
import { openAddressKeys, type AddressKeys } from './addresses/openAddressKeys.js';
import type { ParsedChainConfig } from './chainConfig.js';
import { createSpendingKey, type SpendingKey } from './spend/signTransaction.js';

/** Account of the service, and its key where this process signs for it. */
export interface OwnAccount {
  readonly address: string;
  readonly key?: SpendingKey | undefined;
}

/** Name of the extended key that deposit addresses come from, among the keys of the family. */
export const addressesKeyName = 'addresses';

/** Accounts of the service. Without both keys a chain is only watched. */
export interface OwnAccounts {
  readonly solver: OwnAccount;
  /** Account of the depository. */
  readonly vault: OwnAccount;
  /** Deposit addresses; absent where the chain offers none. */
  readonly addresses?: AddressKeys | undefined;
}

/** Settings of a chain that decide which keys it has. */
export type KeySettings = Pick<ParsedChainConfig, 'network' | 'depositAddresses'>;

/** Format of a key alone; its network is checked where it is read. */
const keySchema = z
  .string()
  .min(1, 'must be a private key, or address: and an address')
  .max(100, 'must be a private key, or address: and an address');

/**
 * Reads the keys of the solver and the allocator, or the addresses in their place: without them it
 * is not known what on the chain is ours. The holder of the allocator's key controls the
 * depository.
 *
 * @throws PortageError `INVALID_CONFIGURATION`
 */
export function readKeys(
  keys: FamilyKeys,
  { network, depositAddresses }: KeySettings,
): OwnAccounts {
  const { solver, allocator } = readOperatorKeys(keys, { vm: 'bvm', key: keySchema });
  const accounts = {
    solver: readAccount('solver', solver, network),
    vault: readAccount('allocator', allocator, network),
  };
  if (accounts.solver.address === accounts.vault.address)
    throw wrong('allocator', 'must be another key than the solver’s');
  return depositAddresses ? { ...accounts, addresses: readAddresses(keys, network) } : accounts;
}

/** The extended private key, or `address:` and the public one in a process that signs nothing. */
function readAddresses(keys: FamilyKeys, network: BitcoinNetwork): AddressKeys {
  const text = keys[addressesKeyName] ?? '';
  const watched = watchedAddress(text);
  const told = readExtendedKey(watched ?? text);
  const isRight = told !== undefined && told.isPrivate === (watched === undefined);
  if (!isRight || !isKeyOfNetwork(told, network))
    throw wrong(
      addressesKeyName,
      `must be an extended private key of ${network}, or address: and the extended public key`,
    );
  return openAddressKeys(watched ?? text, network);
}

function readAccount(name: string, text: string | undefined, network: BitcoinNetwork): OwnAccount {
  if (text === undefined) throw wrong(name, 'must be a key, or address: and an address');
  const watched = watchedAddress(text);
  if (watched !== undefined) return { address: readWatched(name, watched, network) };
  const key = createSpendingKey(readSecret(name, text, network));
  const address = addressOf(key.script, network);
  assert(address !== undefined, 'the script of a key has an address');
  return { address, key };
}

/** The key itself, as hex or in the wallet import format; errors do not show it. */
function readSecret(name: string, text: string, network: BitcoinNetwork): Uint8Array {
  try {
    return readPrivateKey(text, network);
  } catch (error) {
    if (!isPortageError(error, 'WALLET_ERROR')) throw error;
    throw wrong(
      name,
      `must be a private key of ${network}, 32 bytes as hex in lower case or in the wallet import format, or address: and an address. ${error.message}`,
    );
  }
}

function readWatched(name: string, text: string, network: BitcoinNetwork): string {
  const codec = createBitcoinCodec(network);
  try {
    const address = codec.normalizeAddress(text);
    // The bytes of a version 0 witness program of 20 bytes: what a key of ours opens.
    const bytes = codec.encodeAddress(address);
    if (bytes.length === 21 && bytes[0] === 0 && address !== codec.nativeCurrency) return address;
  } catch (error) {
    if (!isPortageError(error, 'INVALID_ADDRESS')) throw error;
  }
  throw wrong(name, `must be a P2WPKH address of ${network}`);
}

function wrong(name: string, message: string): Error {
  return requestFault(`keys.bvm.${name}`, message, { code: 'INVALID_CONFIGURATION' });
}
