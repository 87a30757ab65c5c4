import type { SignatureData } from '@portage/core';
import type { Plan } from '../plan/plan.js';

type TypedData = Extract<SignatureData['sign'], { signatureKind: 'eip712' }>;
type Members = readonly { readonly name: string; readonly type: string }[];

/** The canonical Permit2, the same on every chain. */
export const PERMIT2 = '0x000000000022d473030f116ddee9f6b43ac78ba3';

/** What is signed so that the approval proxy can take a token and carry a plan out with it. */
export interface PermitMessage {
  readonly kind: 'eip3009' | 'permit2';
  readonly chainId: number;
  readonly approvalProxy: string;
  readonly payer: string;
  readonly currency: string;
  readonly amount: bigint;
  /** Name and version in the token's own domain; EIP-3009 only. */
  readonly token?: { readonly name: string; readonly version: string } | undefined;
  readonly plan: Plan;
  /** Struct hash of the plan. */
  readonly planHash: string;
}

const receiveTypes: Readonly<Record<string, Members>> = {
  ReceiveWithAuthorization: members('from address,to address,value uint256,validAfter uint256,validBefore uint256,nonce bytes32'),
};

const witnessTypes: Readonly<Record<string, Members>> = {
  PermitWitnessTransferFrom: members('permitted TokenPermissions,spender address,nonce uint256,deadline uint256,witness Plan'),
  TokenPermissions: members('token address,amount uint256'),
  Plan: members('calls PlanCall[],settlement Settlement,touched address[],refundTo address,deadline uint256,salt bytes32'),
  PlanCall: members('to address,value uint256,data bytes,token address,allowance uint256'),
  Settlement: members('id bytes32,account address,token address,minimum uint256,maximum uint256'),
};

function members(text: string): Members {
  return text.split(',').map((member) => {
    const [name = '', type = ''] = member.split(' ');
    return { name, type };
  });
}

/**
 * The typed data of a permit: for EIP-3009 an authorisation whose nonce is the hash of the plan, for Permit2 a transfer whose
 * witness is the plan and whose nonce is its salt. Either is good for this plan alone, once, until its deadline.
 */
export function permitMessage(permit: PermitMessage): TypedData {
  return permit.kind === 'eip3009' ? receiveMessage(permit) : witnessMessage(permit);
}

function receiveMessage({ chainId, approvalProxy, payer, currency, amount, token, plan, planHash }: PermitMessage): TypedData {
  return {
    signatureKind: 'eip712',
    domain: { ...token, chainId, verifyingContract: currency },
    types: copy(receiveTypes),
    primaryType: 'ReceiveWithAuthorization',
    value: { from: payer, to: approvalProxy, value: amount.toString(), validAfter: '0', validBefore: String(plan.deadline), nonce: planHash },
  };
}

function witnessMessage({ chainId, approvalProxy, currency, amount, plan }: PermitMessage): TypedData {
  const { id, account, token, minimum, maximum } = plan.settlement;
  const witness = {
    calls: plan.calls.map((call) => ({ to: call.to, value: call.value.toString(), data: call.data, token: call.token, allowance: call.allowance.toString() })),
    settlement: { id, account, token, minimum: minimum.toString(), maximum: maximum.toString() },
    touched: [...plan.touched],
    refundTo: plan.refundTo,
    deadline: String(plan.deadline),
    salt: plan.salt,
  };
  return {
    signatureKind: 'eip712',
    domain: { name: 'Permit2', chainId, verifyingContract: PERMIT2 },
    types: copy(witnessTypes),
    primaryType: 'PermitWitnessTransferFrom',
    value: { permitted: { token: currency, amount: amount.toString() }, spender: approvalProxy, nonce: BigInt(plan.salt).toString(), deadline: String(plan.deadline), witness },
  };
}

function copy(types: Readonly<Record<string, Members>>): TypedData['types'] {
  return Object.fromEntries(Object.entries(types).map(([name, list]) => [name, list.map((member) => ({ ...member }))]));
}
