import type { Keccak } from '../abi/typedData.js';
import type { Plan } from './plan.js';
import { structHash } from './typedStructs.js';

/** EIP-712 struct hash of a plan, as the router emits it: `0x` and 64 digits. */
export function hashPlan(plan: Plan, keccak: Keccak): string {
  return `0x${structHash('Plan', plan, keccak)}`;
}
