import type { PermitKind } from '@portage/core/chain';
import type { Keccak, TypedDomain } from '../abi/typedData.js';
import { hashPlan } from './hashPlan.js';
import type { Plan } from './plan.js';
import { structDigest, typedMessage, type StructMessage, type TypedData } from './typedStructs.js';

/** Address of Permit2, the same on every chain. */
export const permit2 = '0x000000000022d473030f116ddee9f6b43ac78ba3';

/** Name and version of the approval proxy's EIP-712 domain. */
export const proxyDomain = { name: 'PortageApprovalProxy', version: '1' } as const;

/** Permit for the approval proxy to take a token and carry a plan out with it. */
export interface Permit {
  readonly kind: PermitKind;
  readonly chainId: number;
  readonly approvalProxy: string;
  readonly payer: string;
  readonly currency: string;
  /** Amount that is taken, in smallest units. */
  readonly amount: bigint;
  /** Name and version of the token's EIP-712 domain; undefined for Permit2. */
  readonly token?: { readonly name: string; readonly version: string } | undefined;
  readonly plan: Plan;
}

/** Permit of EIP-2612 with the nonce that the token counts for its owner. */
export type AllowancePermit = Omit<Permit, 'kind'> & { readonly nonce: bigint };

/**
 * Typed data of a permit: for EIP-3009 an authorisation whose nonce is the hash of the plan, for
 * Permit2 a transfer whose witness is the plan and whose nonce is its salt, and beside EIP-2612,
 * whose {@link allowanceMessage} binds nothing, a transfer by the approval proxy that holds the
 * plan. Each is good for this plan alone, once, until its deadline.
 *
 * @example
 * ```ts
 * permitMessage(permit, keccak_256).value;
 * ```
 */
export function permitMessage(permit: Permit, keccak: Keccak): TypedData {
  return typedMessage(permitStruct(permit, keccak));
}

/**
 * The 32 bytes that a payer's key signs for {@link permitMessage}.
 *
 * @example
 * ```ts
 * permitDigest(permit, keccak_256);
 * ```
 */
export function permitDigest(permit: Permit, keccak: Keccak): Uint8Array {
  return structDigest(permitStruct(permit, keccak), keccak);
}

/**
 * Typed data of EIP-2612: the approval proxy alone may take the amount, and does so only for a
 * {@link permitMessage}.
 *
 * @example
 * ```ts
 * allowanceMessage({ ...permit, nonce: 0n }).primaryType; // 'Permit'
 * ```
 */
export function allowanceMessage(permit: AllowancePermit): TypedData {
  return typedMessage(allowanceStruct(permit));
}

/**
 * The 32 bytes that a payer's key signs for {@link allowanceMessage}.
 *
 * @example
 * ```ts
 * allowanceDigest({ ...permit, nonce: 0n }, keccak_256);
 * ```
 */
export function allowanceDigest(permit: AllowancePermit, keccak: Keccak): Uint8Array {
  return structDigest(allowanceStruct(permit), keccak);
}

function allowanceStruct(permit: AllowancePermit): StructMessage {
  const { approvalProxy, payer, amount, plan, nonce } = permit;
  return {
    domain: tokenDomain(permit),
    primaryType: 'Permit',
    value: { owner: payer, spender: approvalProxy, value: amount, nonce, deadline: plan.deadline },
  };
}

function permitStruct(permit: Permit, keccak: Keccak): StructMessage {
  const { kind, chainId, approvalProxy, payer, currency, amount, plan } = permit;
  if (kind === 'eip3009')
    return {
      domain: tokenDomain(permit),
      primaryType: 'ReceiveWithAuthorization',
      value: {
        from: payer,
        to: approvalProxy,
        value: amount,
        validAfter: 0,
        validBefore: plan.deadline,
        nonce: hashPlan(plan, keccak),
      },
    };
  if (kind === 'eip2612')
    return {
      domain: { ...proxyDomain, chainId, verifyingContract: approvalProxy },
      primaryType: 'Transfer',
      value: { owner: payer, token: currency, amount, plan },
    };
  return {
    domain: { name: 'Permit2', chainId, verifyingContract: permit2 },
    primaryType: 'PermitWitnessTransferFrom',
    value: {
      permitted: { token: currency, amount },
      spender: approvalProxy,
      nonce: BigInt(plan.salt),
      deadline: plan.deadline,
      witness: plan,
    },
  };
}

function tokenDomain({
  token,
  chainId,
  currency,
}: Pick<Permit, 'token' | 'chainId' | 'currency'>): TypedDomain {
  return {
    name: token?.name ?? '',
    version: token?.version ?? '',
    chainId,
    verifyingContract: currency,
  };
}
