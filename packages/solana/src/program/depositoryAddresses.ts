import { hexToBytes } from '@portage/core';
import { programAddress } from './programAddress.js';

/** Accounts of a depository program. */
export interface DepositoryAddresses {
  /** Says who may do what. */
  readonly config: string;
  /** Holds SOL, and owns the token accounts. */
  readonly vault: string;
}

const text = (seed: string): Uint8Array => new TextEncoder().encode(seed);

/**
 * The accounts of a depository. Derive them once and keep them.
 *
 * @example
 * ```ts
 * const { config, vault } = depositoryAddresses(depository);
 * ```
 */
export function depositoryAddresses(depository: string): DepositoryAddresses {
  return {
    config: programAddress([text('depository')], depository).address,
    vault: programAddress([text('vault')], depository).address,
  };
}

/**
 * The account whose being there says that a request was executed.
 *
 * @param nonce - 32 bytes, hexadecimal
 * @example
 * ```ts
 * usedRequestAddress(depository, nonce);
 * ```
 */
export function usedRequestAddress(depository: string, nonce: string): string {
  return programAddress([text('used_request'), hexToBytes(nonce)], depository).address;
}
