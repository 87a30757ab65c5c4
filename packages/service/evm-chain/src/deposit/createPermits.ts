import { assert, PortageError, type Step } from '@portage/core';
import type { PermitInput, Permits, PermitTerms } from '@portage/core/chain';
import {
  allowanceMessage,
  decodePlan,
  encodePlan,
  permit2,
  permitMessage,
  type Permit,
  type Plan,
} from '@portage/evm/contracts';
import type { EvmPermitConfig } from '../chainConfig.js';
import { permitGas, permitGasLimit } from '../gas/permitUnits.js';
import type { Keccak } from '@portage/evm/abi';
import type { Items } from './createItems.js';
import { createPlan } from './createPlan.js';
import { signAllowanceStep, signDepositStep } from './permitSteps.js';
import { redeemPermit } from './redeemPermit.js';

/** Chain, tokens and builder that permits are made with. */
export interface PermitsOptions {
  readonly chainId: number;
  readonly chainName: string;
  readonly approvalProxy: string;
  /** By the address of the token. */
  readonly tokens: ReadonlyMap<string, EvmPermitConfig>;
  readonly items: Items;
  readonly symbolOf: (currency: string) => string;
  readonly keccak: Keccak;
  /** Reads the nonce of an owner's next permit from a token with EIP-2612. */
  readonly readNonce: (token: string, owner: string, signal: AbortSignal) => Promise<bigint>;
}

/**
 * Deposits by signature: the approval proxy takes the token by EIP-3009, by EIP-2612 or through
 * Permit2 and has the router carry out the very plan that was signed, so a submission of the
 * signature, by any account and however often, pays this order once and nothing else. A permit of
 * EIP-2612 binds no plan, it only lets the proxy take the amount: a second signature says for what.
 */
export function createPermits(options: PermitsOptions): Permits {
  const { tokens } = options;
  return {
    gas: ({ currency, swapGas = 0 }) => (tokens.has(currency) ? permitGas(swapGas) : undefined),
    needsApproval: (currency) => tokens.get(currency)?.kind === 'permit2',
    readNonce: ({ currency, payer }, signal) =>
      tokens.get(currency)?.kind === 'eip2612'
        ? options.readNonce(currency, payer, signal)
        : undefined,
    offer: (input) => offerPermit(input, options),
    redeem: ({ payer, currency, amount, plan: encoded, nonce }, signature, others = []) => {
      const plan = decodePlan(encoded.slice(2));
      if (plan === undefined)
        throw new PortageError('PERMIT_FAILED', {
          message: 'The terms of the permit cannot be read.',
        });
      const permit = permitOf({ payer, currency, amount: BigInt(amount), plan }, options);
      return redeemPermit(
        { ...permit, nonce: BigInt(nonce ?? 0) },
        [signature, ...others],
        options.keccak,
      );
    },
  };
}

/** Steps that ask for the signatures of a permit, and the terms that are kept with the quote. */
function offerPermit(
  input: PermitInput,
  options: PermitsOptions,
): { readonly steps: readonly Step[]; readonly terms: PermitTerms } {
  const { chainName, symbolOf, keccak } = options;
  const { requestId, payer, swap, nonce } = input;
  const { currency, amount } = swap ?? input;
  const plan = planOf(input);
  const permit = permitOf({ payer, currency, amount, plan }, options);
  const { kind } = permit;
  const encoded = `0x${encodePlan(plan)}`;
  const request = { requestId, kind, symbol: symbolOf(currency), chainName };
  const signed = { sign: permitMessage(permit, keccak), plan: encoded };
  const terms: PermitTerms = {
    kind,
    payer,
    currency,
    amount: amount.toString(),
    expiresAt: plan.deadline,
    plan: encoded,
    gasLimit: permitGasLimit(swap?.gas ?? 0),
    gas: permitGas(swap?.gas ?? 0),
  };
  if (kind === 'eip2612') {
    assert(nonce !== undefined, 'the nonce of a permit is read before it is asked for');
    const steps = [
      signAllowanceStep(request, { sign: allowanceMessage({ ...permit, nonce }) }),
      signDepositStep('authorize2', request, signed),
    ];
    return { steps, terms: { ...terms, nonce: nonce.toString() } };
  }
  const deposit = signDepositStep('authorize1', request, signed);
  if (kind === 'eip3009') return { steps: [deposit], terms };
  const approvals = options.items.approvals({
    requestId,
    payer,
    currency,
    amount,
    isApproved: input.isApproved,
    spender: permit2,
    purpose: 'Permit2',
  });
  return { steps: [...approvals, deposit], terms };
}

/** Money and plan of one permit. */
type PermitPayment = Pick<Permit, 'payer' | 'currency' | 'amount' | 'plan'>;

/** @throws PortageError `UNSUPPORTED_FEATURE` where the token is not taken with a signature */
function permitOf(
  payment: PermitPayment,
  { chainId, chainName, approvalProxy, tokens, symbolOf }: PermitsOptions,
): Permit {
  const token = tokens.get(payment.currency);
  if (token === undefined)
    throw new PortageError('UNSUPPORTED_FEATURE', {
      message: `${symbolOf(payment.currency)} cannot be taken with a signature on ${chainName}.`,
    });
  return {
    ...payment,
    kind: token.kind,
    chainId,
    approvalProxy,
    token: token.kind === 'permit2' ? undefined : { name: token.name, version: token.version },
  };
}

/** Without a swap the plan has no calls: what is taken is paid in, to the unit. */
function planOf({
  requestId,
  orderId,
  payer,
  currency,
  amount,
  swap,
  expiresAt,
}: PermitInput): Plan {
  const settlement = {
    id: orderId,
    account: payer,
    token: currency,
    minimum: swap?.minimum ?? amount,
    maximum: swap?.maximum ?? amount,
  };
  if (swap === undefined)
    return {
      calls: [],
      settlement,
      touched: [],
      refundTo: payer,
      deadline: expiresAt,
      salt: requestId,
    };
  return { ...createPlan({ requestId, swap, settlement }), deadline: expiresAt };
}
