import { bytesToHex } from '@portage/core';
import { mnemonicToAccount } from 'viem/accounts';
import { testMnemonic } from './testMnemonic.js';

/** A key and its address. */
export interface DevnetAccount {
  readonly address: `0x${string}`;
  readonly privateKey: `0x${string}`;
}

/**
 * Role of an account that runs the service or the contracts. `faucet` gives away ETH; the owner
 * deploys the contracts and mints USDC.
 */
export type Role = 'solver' | 'allocator' | 'owner' | 'guardian' | 'faucet';

/** Accounts of users: the first ones of the phrase, as every Ethereum tool shows them. */
export function deriveUsers(count: number): readonly DevnetAccount[] {
  return Array.from({ length: count }, (_, index) => derive(0, index));
}

/** Accounts of the service, on another branch of the same phrase. */
export function deriveRoles(): Readonly<Record<Role, DevnetAccount>> {
  return {
    solver: derive(1, 0),
    allocator: derive(1, 1),
    owner: derive(1, 2),
    guardian: derive(1, 3),
    faucet: derive(1, 4),
  };
}

/** Account that carries transfers over the canonical bridge. */
export function deriveBridgeRelayer(): DevnetAccount {
  return derive(1, 5);
}

function derive(accountIndex: number, addressIndex: number): DevnetAccount {
  const account = mnemonicToAccount(testMnemonic, { accountIndex, addressIndex });
  const key = account.getHdKey().privateKey;
  if (key === null) throw new Error('A key of the test phrase has no private part.');
  return { address: account.address, privateKey: bytesToHex(key) };
}
