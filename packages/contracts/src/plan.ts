import type { Hex } from './hex.js';

const planCall = [
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'data', type: 'bytes' },
  { name: 'token', type: 'address' },
  { name: 'allowance', type: 'uint256' },
] as const;

const settlement = [
  { name: 'id', type: 'bytes32' },
  { name: 'account', type: 'address' },
  { name: 'token', type: 'address' },
  { name: 'minimum', type: 'uint256' },
  { name: 'maximum', type: 'uint256' },
] as const;

const plan = [
  { name: 'calls', type: 'PlanCall[]' },
  { name: 'settlement', type: 'Settlement' },
  { name: 'touched', type: 'address[]' },
  { name: 'refundTo', type: 'address' },
  { name: 'deadline', type: 'uint256' },
  { name: 'salt', type: 'bytes32' },
] as const;

const transfer = [
  { name: 'owner', type: 'address' },
  { name: 'token', type: 'address' },
  { name: 'amount', type: 'uint256' },
  { name: 'plan', type: 'Plan' },
] as const;

const permissions = [
  { name: 'token', type: 'address' },
  { name: 'amount', type: 'uint256' },
] as const;

const permitWitness = [
  { name: 'permitted', type: 'TokenPermissions' },
  { name: 'spender', type: 'address' },
  { name: 'nonce', type: 'uint256' },
  { name: 'deadline', type: 'uint256' },
  { name: 'witness', type: 'Plan' },
] as const;

/**
 * EIP-712 types of a transfer that another account submits, as `ApprovalProxy.pullSigned` checks
 * them. The primary type is `Transfer`, the domain {@link approvalProxyDomain}. The struct hash of
 * `Plan` alone is the nonce of an EIP-3009 authorisation for `pullAuthorized`.
 *
 * @example
 * ```ts
 * const signature = await wallet.signTypedData({
 *   domain: approvalProxyDomain({ chainId: 8453, approvalProxy }),
 *   types: transferTypes,
 *   primaryType: 'Transfer',
 *   message: { owner, token, amount, plan },
 * });
 * ```
 */
export const transferTypes: {
  readonly Transfer: typeof transfer;
  readonly Plan: typeof plan;
  readonly PlanCall: typeof planCall;
  readonly Settlement: typeof settlement;
} = { Transfer: transfer, Plan: plan, PlanCall: planCall, Settlement: settlement };

/**
 * EIP-712 types of a Permit2 transfer whose witness is a plan, as Permit2 checks them for
 * `ApprovalProxy.pullPermit2`. The primary type is `PermitWitnessTransferFrom`, the spender is the
 * approval proxy, and the domain is that of Permit2.
 */
export const permit2PlanTypes: {
  readonly PermitWitnessTransferFrom: typeof permitWitness;
  readonly TokenPermissions: typeof permissions;
  readonly Plan: typeof plan;
  readonly PlanCall: typeof planCall;
  readonly Settlement: typeof settlement;
} = {
  PermitWitnessTransferFrom: permitWitness,
  TokenPermissions: permissions,
  Plan: plan,
  PlanCall: planCall,
  Settlement: settlement,
};

/** EIP-712 domain of one chain's approval proxy. */
export interface ApprovalProxyDomain {
  readonly name: 'PortageApprovalProxy';
  readonly version: '1';
  readonly chainId: number;
  readonly verifyingContract: Hex;
}

/** Chain and approval proxy of a domain. */
export interface ApprovalProxyDomainOptions {
  /** Numeric id of the chain. */
  readonly chainId: number;
  /** Address of the chain's approval proxy. */
  readonly approvalProxy: Hex;
}

/**
 * EIP-712 domain under which transfers are signed.
 *
 * @example
 * ```ts
 * const domain = approvalProxyDomain({ chainId: 8453, approvalProxy });
 * ```
 */
export function approvalProxyDomain(options: ApprovalProxyDomainOptions): ApprovalProxyDomain {
  return {
    name: 'PortageApprovalProxy',
    version: '1',
    chainId: options.chainId,
    verifyingContract: options.approvalProxy,
  };
}
