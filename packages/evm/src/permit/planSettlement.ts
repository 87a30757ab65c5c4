import type { Settlement, SignatureData } from '@portage/core';
import { keccak_256 } from '@noble/hashes/sha3';
import { hashPlan } from '../plan/hashPlan.js';
import { decodePlan, NO_ORDER } from '../plan/plan.js';
import { permitMessage } from './permitMessage.js';

type TypedData = Extract<SignatureData['sign'], { signatureKind: 'eip712' }>;

/**
 * What must come of the money that a permit takes, where what is signed binds the plan that says so; undefined where it does
 * not. The message is made again from the plan and compared to the letter, so nothing beside the plan is signed.
 *
 * @param plan - the plan beside what is signed, 0x and its ABI words
 */
export function planSettlement(sign: TypedData, plan: string): Settlement | undefined {
  const read = /^0x[0-9a-f]+$/.test(plan) ? decodePlan(plan.slice(2)) : undefined;
  if (read === undefined) return undefined;
  const { name, version, chainId, verifyingContract } = sign.domain;
  const isPermit2 = sign.primaryType === 'PermitWitnessTransferFrom';
  const permitted: unknown = sign.value['permitted'];
  const [currency, amount, proxy] = isPermit2 ? [memberOf(permitted, 'token'), memberOf(permitted, 'amount'), sign.value['spender']] : [verifyingContract, sign.value['value'], sign.value['to']];
  const payer = sign.value['from'] ?? '';
  if (typeof chainId !== 'number' || typeof currency !== 'string' || typeof amount !== 'string' || typeof proxy !== 'string' || typeof payer !== 'string' || !/^\d{1,78}$/.test(amount)) return undefined;
  const token = typeof name === 'string' && typeof version === 'string' ? { name, version } : undefined;
  const made = permitMessage({ kind: isPermit2 ? 'permit2' : 'eip3009', chainId, approvalProxy: proxy, payer, currency, amount: BigInt(amount), token, plan: read, planHash: hashPlan(read, keccak_256) });
  if (canonical(made) !== canonical(sign)) return undefined;
  const { id, token: settled, ...settlement } = read.settlement;
  return { ...settlement, currency: settled, orderId: id === NO_ORDER ? undefined : id, refundTo: read.refundTo, deadline: read.deadline };
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;
}

/** JSON with members in one order, whoever wrote it. */
function canonical(value: TypedData): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member) ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1))) : member,
  );
}
