import { bytesToHex } from '@portage/core';
import { publicKeyToAddress } from 'viem/accounts';
import { deriveChild, openAccount, publicKeyOf } from '../keys/keyTree.js';

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
  const derive = openBranch(0);
  return Array.from({ length: count }, (_, index) => derive(index));
}

/** Accounts of the service, on another branch of the same phrase. */
export function deriveRoles(): Readonly<Record<Role, DevnetAccount>> {
  const derive = openBranch(1);
  return {
    solver: derive(0),
    allocator: derive(1),
    owner: derive(2),
    guardian: derive(3),
    faucet: derive(4),
  };
}

/** Account that carries transfers over the canonical bridge. */
export function deriveBridgeRelayer(): DevnetAccount {
  return openBranch(1)(5);
}

/** Opens the keys at `m/44'/60'/account'/0/index` of the well-known test phrase. */
function openBranch(account: number): (index: number) => DevnetAccount {
  const branch = deriveChild(openAccount(44, 60, account), 0);
  return (index) => {
    const { key } = deriveChild(branch, index);
    return {
      address: publicKeyToAddress(bytesToHex(publicKeyOf(key, 'uncompressed'))),
      privateKey: bytesToHex(key),
    };
  };
}
