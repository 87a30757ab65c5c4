import { pbkdf2Sync } from 'node:crypto';
import { bytesToHex } from '@portage/core';
import { HDKey, privateKeyToAddress } from 'viem/accounts';
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

/**
 * Opens the keys at `m/44'/60'/account'/0/index` of the test phrase. The phrase is stretched once,
 * by OpenSSL: viem does it in JavaScript for each account, which took 2.7 of the 11 CPU seconds of
 * a start.
 */
function openBranch(account: number): (index: number) => DevnetAccount {
  const seed = pbkdf2Sync(testMnemonic, 'mnemonic', 2048, 64, 'sha512');
  const branch = HDKey.fromMasterSeed(seed).derive(`m/44'/60'/${account}'/0`);
  return (index) => {
    const key = branch.deriveChild(index).privateKey;
    if (key === null) throw new Error('A key of the test phrase has no private part.');
    const privateKey = bytesToHex(key);
    return { address: privateKeyToAddress(privateKey), privateKey };
  };
}
