import { planTypeHashes } from '../abi/generated/typeHashes.js';
import { hashStruct, type Keccak } from '../abi/typedData.js';
import type { Plan } from './plan.js';
import { structMembers } from './typedStructs.js';

/**
 * EIP-712 struct hash of a plan, as the router emits it: `0x` and 64 digits.
 *
 * @example
 * ```ts
 * hashPlan(plan, keccak_256);
 * ```
 */
export function hashPlan(plan: Plan, keccak: Keccak): string {
  const structs = { members: structMembers, typeHashes: planTypeHashes };
  return `0x${hashStruct('Plan', plan, { structs, keccak })}`;
}
