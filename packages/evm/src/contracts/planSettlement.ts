import type { PermitKind } from '@portage/core/chain';
import type { Settlement } from '@portage/core/executor';
import { keccak_256 } from '@noble/hashes/sha3';
import { decodePlan, noOrder } from './plan.js';
import { permitMessage } from './permits.js';
import type { TypedData } from './typedStructs.js';

/**
 * Promised output of a permit whose signature binds a plan; undefined where it binds none. The
 * message is made again from the plan and compared to the letter, so nothing beside the plan is
 * signed.
 *
 * @param plan - the plan beside what is signed, 0x and its ABI words
 */
export function planSettlement(sign: TypedData, plan: string): Settlement | undefined {
  const read = /^0x[0-9a-f]+$/.test(plan) ? decodePlan(plan.slice(2)) : undefined;
  if (read === undefined) return undefined;
  const { name, version, chainId, verifyingContract } = sign.domain;
  const kind = kindOf(sign);
  const { permitted, ...value } = sign.value;
  const [currency, amount, proxy] = {
    eip3009: () => [verifyingContract, value['value'], value['to']],
    permit2: () => [memberOf(permitted, 'token'), memberOf(permitted, 'amount'), value['spender']],
    eip2612: () => [value['token'], value['amount'], verifyingContract],
  }[kind]();
  const payer = value['from'] ?? value['owner'] ?? '';
  if (
    typeof chainId !== 'number' ||
    typeof currency !== 'string' ||
    typeof amount !== 'string' ||
    typeof proxy !== 'string' ||
    typeof payer !== 'string' ||
    !/^\d{1,78}$/.test(amount)
  )
    return undefined;
  const token =
    typeof name === 'string' && typeof version === 'string' ? { name, version } : undefined;
  const permit = { kind, chainId, approvalProxy: proxy, payer, currency, amount: BigInt(amount) };
  const made = permitMessage({ ...permit, token, plan: read }, keccak_256);
  if (canonical(made) !== canonical(sign)) return undefined;
  const { id, token: settled, ...settlement } = read.settlement;
  return {
    ...settlement,
    currency: settled,
    orderId: id === noOrder ? undefined : id,
    refundTo: read.refundTo,
    deadline: read.deadline,
  };
}

function kindOf({ primaryType }: TypedData): PermitKind {
  if (primaryType === 'Transfer') return 'eip2612';
  return primaryType === 'PermitWitnessTransferFrom' ? 'permit2' : 'eip3009';
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}

/** JSON with members in one order, whatever order they came in. */
function canonical(value: TypedData): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
