import { keccak_256 } from '@noble/hashes/sha3';
import { bytesToHex, hexToBytes } from '@portage/core';
import type { DepositAddressOwner } from '@portage/core/chain';

// What EIP-1167 has before and after the address of the contract that a clone stands for.
const cloneHead = '3d602d80600a3d3981f3363d3d373d3d3d363d73';
const cloneTail = '5af43d82803e903d91602b57fd5bf3';

function hash(hex: string): string {
  return bytesToHex(keccak_256(hexToBytes(`0x${hex}`))).slice(2);
}

/**
 * The address whose money can only become a deposit for an order and its depositor: the clone that
 * the factory makes with CREATE2. What is cloned is the first thing that the factory ever made
 * (CREATE with nonce 1), so the factory's address alone decides. Everything is 0x and hex in lower
 * case.
 *
 * @example
 * ```ts
 * depositAddress(factory, { orderId, depositor });
 * ```
 */
export function depositAddress(
  factory: string,
  { orderId, depositor }: DepositAddressOwner,
): string {
  const maker = factory.slice(2);
  const account = hash(`d694${maker}01`).slice(24);
  const salt = hash(`${orderId.slice(2)}${depositor.slice(2)}`);
  const code = hash(`${cloneHead}${account}${cloneTail}`);
  return `0x${hash(`ff${maker}${salt}${code}`).slice(24)}`;
}
