import { PortageError, type DepositStepsInput, type Permits, type PermitTerms, type Step } from '@portage/core';
import { permitMessage, PERMIT2 } from '../../permit/permitMessage.js';
import { hashPlan } from '../../plan/hashPlan.js';
import { decodePlan, encodePlan, type Plan } from '../../plan/plan.js';
import { selectors } from '../../selectors.js';
import { addressWord, bytesWords, uintWord } from '../../words.js';
import type { EvmPermitConfig } from '../chainConfig.js';
import { permitGas, permitGasLimit } from '../gas/permitUnits.js';
import type { Items } from './createItems.js';
import { createPlan } from './createPlan.js';
import { permitDigest, type DigestInput } from './permitDigest.js';
import { readKeySignature, recoverSigner } from './recoverSigner.js';

/** What permits are made from. */
export interface PermitsOptions {
  readonly chainId: number;
  readonly chainName: string;
  readonly approvalProxy: string;
  /** By the address of the token. */
  readonly tokens: ReadonlyMap<string, EvmPermitConfig>;
  readonly items: Items;
  readonly symbolOf: (currency: string) => string;
  readonly keccak: (bytes: Uint8Array) => Uint8Array;
}

/**
 * Deposits by signature: the approval proxy takes the token by EIP-3009 or through Permit2 and has the router carry out the
 * very plan that was signed, so whoever submits the signature, and however often, pays this order once and nothing else.
 */
export function createPermits(options: PermitsOptions): Permits {
  const { chainId, chainName, approvalProxy, tokens, keccak, symbolOf } = options;
  const tokenOf = (currency: string): EvmPermitConfig => {
    const token = tokens.get(currency);
    if (token === undefined) throw new PortageError('UNSUPPORTED_FEATURE', { message: `${symbolOf(currency)} cannot be taken with a signature on ${chainName}.` });
    return token;
  };
  const messageOf = (terms: Omit<DigestInput, 'kind' | 'chainId' | 'approvalProxy' | 'token'>): DigestInput => {
    const token = tokenOf(terms.currency);
    return { ...terms, kind: token.kind, chainId, approvalProxy, token: token.kind === 'eip3009' ? { name: token.name, version: token.version } : undefined };
  };

  return {
    gas: ({ currency, swapGas = 0 }) => (tokens.has(currency) ? permitGas(swapGas) : undefined),
    needsApproval: (currency) => tokens.get(currency)?.kind === 'permit2',
    offer: (input) => {
      const { requestId, payer, swap } = input;
      const { currency, amount } = swap ?? input;
      const plan = planOf(input);
      const message = messageOf({ payer, currency, amount, plan });
      const sign = permitMessage({ ...message, planHash: hashPlan(plan, keccak) });
      const encoded = `0x${encodePlan(plan)}`;
      const step: Step = {
        id: 'authorize1',
        action: 'Sign authorization',
        description: `Sign the deposit of ${symbolOf(currency)} on ${chainName}`,
        kind: 'signature',
        requestId,
        depositAddress: '',
        items: [
          {
            status: 'incomplete',
            data: { sign, post: { endpoint: '/execute/permits', method: 'POST', body: { kind: message.kind, requestId, api: 'bridge' } }, plan: encoded },
            check: { endpoint: `/intents/status/v3?requestId=${requestId}`, method: 'GET' },
          },
        ],
      };
      const approvals = message.kind === 'permit2' ? [options.items.approve({ requestId, payer, currency, amount, spender: PERMIT2, purpose: 'Permit2' })] : [];
      const terms: PermitTerms = { kind: message.kind, payer, currency, amount: amount.toString(), expiresAt: plan.deadline, plan: encoded, gasLimit: permitGasLimit(swap?.gas ?? 0) };
      return { steps: [...approvals, step], terms };
    },
    redeem: ({ payer, currency, amount, plan: encoded }, signature) => {
      const plan = decodePlan(encoded.slice(2));
      if (plan === undefined) throw new PortageError('PERMIT_FAILED', { message: 'The terms of the permit cannot be read.' });
      const message = messageOf({ payer, currency, amount: BigInt(amount), plan });
      const read = readKeySignature(signature);
      const isProven = read !== undefined && recoverSigner(permitDigest(message, keccak), read, keccak) === payer;
      if (message.kind === 'permit2') return { to: approvalProxy, data: permit2Call(message, signature), isProven };
      // Tokens with EIP-3009 take the signature of a key, and of nothing else.
      if (!isProven) throw new PortageError('INVALID_SIGNATURE', { message: 'The signature is not that of the payer over this deposit.', hint: 'Sign the very data of the step, with the account that the quote was asked for with.' });
      return { to: approvalProxy, data: authorizedCall(message, read), isProven };
    },
  };
}

/** Without a swap the plan has no calls: what is taken is paid in, to the unit. */
function planOf({ requestId, orderId, payer, currency, amount, swap, expiresAt }: DepositStepsInput & { readonly expiresAt: number }): Plan {
  const settlement = { id: orderId, account: payer, token: currency, minimum: swap?.minimum ?? amount, maximum: amount };
  if (swap === undefined) return { calls: [], settlement, touched: [], refundTo: payer, deadline: expiresAt, salt: requestId };
  return { ...createPlan({ requestId, swap, settlement }), deadline: expiresAt };
}

function authorizedCall({ payer, currency, amount, plan }: DigestInput, { r, s, v }: { readonly r: string; readonly s: string; readonly v: number }): string {
  const head = [addressWord(payer), addressWord(currency), uintWord(amount), uintWord(0x120n), uintWord(0n), uintWord(BigInt(plan.deadline)), uintWord(BigInt(v)), r, s];
  return `${selectors.pullAuthorized}${head.join('')}${encodePlan(plan)}`;
}

function permit2Call({ payer, currency, amount, plan }: DigestInput, signature: string): string {
  const encoded = encodePlan(plan);
  const head = [addressWord(payer), addressWord(currency), uintWord(amount), plan.salt.slice(2), uintWord(BigInt(plan.deadline)), uintWord(0xe0n), uintWord(0xe0n + BigInt(encoded.length / 2))];
  return `${selectors.pullPermit2}${head.join('')}${encoded}${bytesWords(signature)}`;
}
