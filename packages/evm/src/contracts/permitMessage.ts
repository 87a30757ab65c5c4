import type { PermitKind, SignatureData } from '@portage/core';
import type { Plan } from './plan.js';

type TypedData = Extract<SignatureData['sign'], { signatureKind: 'eip712' }>;
type Members = readonly { readonly name: string; readonly type: string }[];

/** The canonical Permit2, the same on every chain. */
export const permit2 = '0x000000000022d473030f116ddee9f6b43ac78ba3';

/** Name and version of the approval proxy's own domain. */
export const proxyDomain = { name: 'PortageApprovalProxy', version: '1' } as const;

/** What is signed so that the approval proxy can take a token and carry a plan out with it. */
export interface PermitMessage {
  readonly kind: PermitKind;
  readonly chainId: number;
  readonly approvalProxy: string;
  readonly payer: string;
  readonly currency: string;
  readonly amount: bigint;
  /** Name and version in the token's own domain; nothing for Permit2. */
  readonly token?: { readonly name: string; readonly version: string } | undefined;
  readonly plan: Plan;
  /** Struct hash of the plan. */
  readonly planHash: string;
}

/** Contents of a permit of EIP-2612. */
export type AllowanceMessage = Omit<PermitMessage, 'kind' | 'planHash'> & {
  readonly nonce: bigint;
};

const receiveTypes: Readonly<Record<string, Members>> = {
  ReceiveWithAuthorization: members(
    'from address,to address,value uint256,validAfter uint256,validBefore uint256,nonce bytes32',
  ),
};

const planTypes: Readonly<Record<string, Members>> = {
  Plan: members(
    'calls PlanCall[],settlement Settlement,touched address[],refundTo address,deadline uint256,salt bytes32',
  ),
  PlanCall: members('to address,value uint256,data bytes,token address,allowance uint256'),
  Settlement: members('id bytes32,account address,token address,minimum uint256,maximum uint256'),
};

const witnessTypes: Readonly<Record<string, Members>> = {
  PermitWitnessTransferFrom: members(
    'permitted TokenPermissions,spender address,nonce uint256,deadline uint256,witness Plan',
  ),
  TokenPermissions: members('token address,amount uint256'),
  ...planTypes,
};

const transferTypes: Readonly<Record<string, Members>> = {
  Transfer: members('owner address,token address,amount uint256,plan Plan'),
  ...planTypes,
};

const allowanceTypes: Readonly<Record<string, Members>> = {
  Permit: members('owner address,spender address,value uint256,nonce uint256,deadline uint256'),
};

function members(text: string): Members {
  return text.split(',').map((member) => {
    const [name = '', type = ''] = member.split(' ');
    return { name, type };
  });
}

/**
 * The typed data of a permit: for EIP-3009 an authorisation whose nonce is the hash of the plan,
 * for Permit2 a transfer whose witness is the plan and whose nonce is its salt, and beside
 * EIP-2612, whose {@link allowanceMessage} binds nothing, a transfer by the approval proxy that
 * holds the plan. Each is good for this plan alone, once, until its deadline.
 */
export function permitMessage(permit: PermitMessage): TypedData {
  if (permit.kind === 'eip3009') return receiveMessage(permit);
  return permit.kind === 'permit2' ? witnessMessage(permit) : transferMessage(permit);
}

/**
 * The typed data of EIP-2612: the approval proxy, and nobody else, may take the amount, and does so
 * only for a {@link permitMessage}.
 */
export function allowanceMessage({
  chainId,
  approvalProxy,
  payer,
  currency,
  amount,
  token,
  plan,
  nonce,
}: AllowanceMessage): TypedData {
  return {
    signatureKind: 'eip712',
    domain: { ...token, chainId, verifyingContract: currency },
    types: copy(allowanceTypes),
    primaryType: 'Permit',
    value: {
      owner: payer,
      spender: approvalProxy,
      value: amount.toString(),
      nonce: nonce.toString(),
      deadline: String(plan.deadline),
    },
  };
}

function receiveMessage({
  chainId,
  approvalProxy,
  payer,
  currency,
  amount,
  token,
  plan,
  planHash,
}: PermitMessage): TypedData {
  return {
    signatureKind: 'eip712',
    domain: { ...token, chainId, verifyingContract: currency },
    types: copy(receiveTypes),
    primaryType: 'ReceiveWithAuthorization',
    value: {
      from: payer,
      to: approvalProxy,
      value: amount.toString(),
      validAfter: '0',
      validBefore: String(plan.deadline),
      nonce: planHash,
    },
  };
}

function witnessMessage({
  chainId,
  approvalProxy,
  currency,
  amount,
  plan,
}: PermitMessage): TypedData {
  return {
    signatureKind: 'eip712',
    domain: { name: 'Permit2', chainId, verifyingContract: permit2 },
    types: copy(witnessTypes),
    primaryType: 'PermitWitnessTransferFrom',
    value: {
      permitted: { token: currency, amount: amount.toString() },
      spender: approvalProxy,
      nonce: BigInt(plan.salt).toString(),
      deadline: String(plan.deadline),
      witness: planValue(plan),
    },
  };
}

function transferMessage({
  chainId,
  approvalProxy,
  payer,
  currency,
  amount,
  plan,
}: PermitMessage): TypedData {
  return {
    signatureKind: 'eip712',
    domain: { ...proxyDomain, chainId, verifyingContract: approvalProxy },
    types: copy(transferTypes),
    primaryType: 'Transfer',
    value: { owner: payer, token: currency, amount: amount.toString(), plan: planValue(plan) },
  };
}

function planValue(plan: Plan): Readonly<Record<string, unknown>> {
  const { id, account, token, minimum, maximum } = plan.settlement;
  return {
    calls: plan.calls.map((call) => ({
      to: call.to,
      value: call.value.toString(),
      data: call.data,
      token: call.token,
      allowance: call.allowance.toString(),
    })),
    settlement: { id, account, token, minimum: minimum.toString(), maximum: maximum.toString() },
    touched: [...plan.touched],
    refundTo: plan.refundTo,
    deadline: String(plan.deadline),
    salt: plan.salt,
  };
}

function copy(types: Readonly<Record<string, Members>>): TypedData['types'] {
  return Object.fromEntries(
    Object.entries(types).map(([name, list]) => [name, list.map((member) => ({ ...member }))]),
  );
}
