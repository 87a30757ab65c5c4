import { encodeAddress } from '../transaction/address.js';
import type { Instruction } from '../transaction/instruction.js';
import { depositoryAddresses } from './depositoryAddresses.js';
import { defineLayout, field } from './layout.js';
import type { LimitTerms } from './outflowLimit.js';
import { programAddress } from './programAddress.js';
import { programs } from './programs.js';

/** A new depository with its owner, allocator and guardian. */
export interface Initialize {
  readonly depository: string;
  /**
   * The loader's upgrade authority of the program: signs, and pays for the depository's account and
   * the vault's reserve.
   */
  readonly authority: string;
  readonly chainId: number;
  readonly owner: string;
  readonly allocator: string;
  readonly guardian: string;
  /** Limit of every token, in its smallest unit, until the owner or the guardian sets another. */
  readonly defaultLimit: LimitTerms;
}

const layout = defineLayout('global:initialize', {
  chainId: field.u64,
  owner: field.address,
  allocator: field.address,
  guardian: field.address,
  capacity: field.u64,
  window: field.u64,
});

/**
 * The account in which the upgradeable loader keeps a program's bytes and authority.
 *
 * @example
 * ```ts
 * programDataAddress(depository);
 * ```
 */
export function programDataAddress(programId: string): string {
  return programAddress([encodeAddress(programId)], programs.upgradeableLoader).address;
}

/**
 * The instruction that makes a depository ready, once.
 *
 * @example
 * ```ts
 * const roles = { owner, allocator, guardian };
 * initializeDepository({ depository, authority, chainId: 792703809, ...roles, defaultLimit });
 * ```
 */
export function initializeDepository({
  depository,
  authority,
  chainId,
  defaultLimit,
  ...roles
}: Initialize): Instruction {
  const { config, vault } = depositoryAddresses(depository);
  const meta = (
    pubkey: string,
    isWritable: boolean,
    isSigner = false,
  ): Instruction['keys'][number] => ({ pubkey, isSigner, isWritable });
  return {
    programId: depository,
    keys: [
      meta(config, true),
      meta(authority, true, true),
      meta(vault, true),
      meta(depository, false),
      meta(programDataAddress(depository), false),
      meta(programs.system, false),
    ],
    data: layout.encode({ ...roles, ...defaultLimit, chainId: BigInt(chainId) }),
  };
}
