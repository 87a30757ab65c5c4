import { readOperatorKeys, watchedAddress } from '@portage/chain-kit';
import { isPortageError, requestFault } from '@portage/core';
import type { FamilyKeys } from '@portage/core/plugin';
import { exchangeCodec } from '@portage/exchange/codec';
import { apiKeyIndexMax } from '@portage/exchange/transaction';
import { privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import { ownSigner, type OwnSigner } from './ownSigner.js';

/** Account of the service, and its signer where this process signs for it. */
export interface OwnAccount {
  readonly index: number;
  readonly signer?: OwnSigner | undefined;
}

/** Accounts of the service. Without both signers a chain is only watched. */
export interface OwnAccounts {
  readonly solver: OwnAccount;
  /** Account of the depository. */
  readonly depository: OwnAccount;
}

/** Index of the account, index of the API key, API key, key of the account's owner. */
const keyPattern = /^(\d{1,15}):(\d{1,3}):([0-9a-f]{80}):([0-9a-f]{64})$/;

const keySchema = z
  .string()
  .refine(
    (text) => watchedAddress(text) !== undefined || keyPattern.test(text),
    'must be account:api-key-index:api-key:owner-key, the keys as hex in lower case, or address: and an account',
  );

/**
 * Reads the keys of the solver and the allocator, or the accounts in their place. The holder of the
 * allocator's key controls the depository.
 *
 * @throws PortageError `INVALID_CONFIGURATION`
 */
export function readKeys(keys: FamilyKeys): OwnAccounts {
  const { solver, allocator } = readOperatorKeys(keys, { vm: 'lvm', key: keySchema });
  const accounts = {
    solver: readAccount('solver', solver),
    depository: readAccount('allocator', allocator),
  };
  if (accounts.solver.index === accounts.depository.index)
    throw wrong('allocator', 'must be of another account than the solver’s');
  return accounts;
}

function readAccount(name: string, text: string | undefined): OwnAccount {
  if (text === undefined) throw wrong(name, 'must be a key, or address: and an account');
  const watched = watchedAddress(text);
  if (watched !== undefined) return { index: readIndex(name, watched) };
  const [, account = '', apiKeyIndex = '', apiKey = '', ownerKey = ''] =
    keyPattern.exec(text) ?? [];
  const index = readIndex(name, account);
  if (Number(apiKeyIndex) > apiKeyIndexMax) throw wrong(name, 'has no such index of an API key');
  const owner = readOwner(name, ownerKey);
  return {
    index,
    signer: ownSigner({
      accountIndex: index,
      apiKeyIndex: Number(apiKeyIndex),
      privateKey: Uint8Array.from(Buffer.from(apiKey, 'hex')),
      owner: { address: owner.address, signMessage: (message) => owner.signMessage({ message }) },
    }),
  };
}

/** The error of a library could show the key. */
function readOwner(name: string, key: string): ReturnType<typeof privateKeyToAccount> {
  try {
    return privateKeyToAccount(`0x${key}`);
  } catch {
    throw wrong(name, 'has an owner key that is none');
  }
}

function readIndex(name: string, text: string): number {
  try {
    return Number(exchangeCodec.normalizeAddress(text));
  } catch (error) {
    if (!isPortageError(error, 'INVALID_ADDRESS')) throw error;
    throw wrong(name, 'must name an account of the exchange by its index');
  }
}

function wrong(name: string, message: string): Error {
  return requestFault(`keys.lvm.${name}`, message, { code: 'INVALID_CONFIGURATION' });
}
