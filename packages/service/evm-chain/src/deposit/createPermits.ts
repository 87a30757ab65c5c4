import {
  assert,
  PortageError,
  type PermitCall,
  type PermitInput,
  type PermitPart,
  type Permits,
  type PermitTerms,
  type SignatureData,
  type Step,
} from '@portage/core';
import { allowanceMessage, permitMessage, permit2 } from '@portage/evm/contracts';
import { hashPlan } from '@portage/evm/contracts';
import { decodePlan, encodePlan, type Plan } from '@portage/evm/contracts';
import { selectors } from '@portage/evm/abi';
import { addressWord, bytesWords, uintWord } from '@portage/evm/abi';
import type { EvmPermitConfig } from '../chainConfig.js';
import { permitGas, permitGasLimit } from '../gas/permitUnits.js';
import type { Items } from './createItems.js';
import { createPlan } from './createPlan.js';
import { allowanceDigest, permitDigest, type DigestInput } from './permitDigest.js';
import { readKeySignature, recoverSigner, type KeySignature } from './recoverSigner.js';

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
  /** What a token with EIP-2612 counts the next permit of an owner with. */
  readonly readNonce: (token: string, owner: string, signal: AbortSignal) => Promise<bigint>;
}

/**
 * Deposits by signature: the approval proxy takes the token by EIP-3009, by EIP-2612 or through
 * Permit2 and has the router carry out the very plan that was signed, so whoever submits the
 * signature, and however often, pays this order once and nothing else. A permit of EIP-2612 binds
 * no plan, it only lets the proxy take the amount: a second signature says for what.
 */
export function createPermits(options: PermitsOptions): Permits {
  const { chainId, chainName, approvalProxy, tokens, keccak, symbolOf } = options;
  const tokenOf = (currency: string): EvmPermitConfig => {
    const token = tokens.get(currency);
    if (token === undefined)
      throw new PortageError('UNSUPPORTED_FEATURE', {
        message: `${symbolOf(currency)} cannot be taken with a signature on ${chainName}.`,
      });
    return token;
  };
  const messageOf = (
    terms: Omit<DigestInput, 'kind' | 'chainId' | 'approvalProxy' | 'token'>,
  ): DigestInput => {
    const token = tokenOf(terms.currency);
    return {
      ...terms,
      kind: token.kind,
      chainId,
      approvalProxy,
      token: token.kind === 'permit2' ? undefined : { name: token.name, version: token.version },
    };
  };

  return {
    gas: ({ currency, swapGas = 0 }) => (tokens.has(currency) ? permitGas(swapGas) : undefined),
    needsApproval: (currency) => tokens.get(currency)?.kind === 'permit2',
    readNonce: ({ currency, payer }, signal) =>
      tokens.get(currency)?.kind === 'eip2612'
        ? options.readNonce(currency, payer, signal)
        : undefined,
    offer: (input) => {
      const { requestId, payer, swap, nonce } = input;
      const { currency, amount } = swap ?? input;
      const plan = planOf(input);
      const message = messageOf({ payer, currency, amount, plan });
      const { kind } = message;
      const encoded = `0x${encodePlan(plan)}`;
      const asked = { requestId, kind, symbol: symbolOf(currency), chainName };
      const signed = {
        sign: permitMessage({ ...message, planHash: hashPlan(plan, keccak) }),
        plan: encoded,
      };
      const terms: PermitTerms = {
        kind,
        payer,
        currency,
        amount: amount.toString(),
        expiresAt: plan.deadline,
        plan: encoded,
        gasLimit: permitGasLimit(swap?.gas ?? 0),
      };
      if (kind === 'eip2612') {
        assert(nonce !== undefined, 'the nonce of a permit is read before it is asked for');
        const steps = [
          permitStep(asked, { sign: allowanceMessage({ ...message, nonce }) }),
          depositStep('authorize2', asked, signed),
        ];
        return { steps, terms: { ...terms, nonce: nonce.toString() } };
      }
      const approvals =
        kind === 'permit2'
          ? [
              options.items.approve({
                requestId,
                payer,
                currency,
                amount,
                spender: permit2,
                purpose: 'Permit2',
              }),
            ]
          : [];
      return { steps: [...approvals, depositStep('authorize1', asked, signed)], terms };
    },
    redeem: ({ payer, currency, amount, plan: encoded, nonce }, signature, others = []) => {
      const plan = decodePlan(encoded.slice(2));
      if (plan === undefined)
        throw new PortageError('PERMIT_FAILED', {
          message: 'The terms of the permit cannot be read.',
        });
      const message = messageOf({ payer, currency, amount: BigInt(amount), plan });
      if ([signature, ...others].some((one) => one.toLowerCase().endsWith(undeployed)))
        throw notDeployed(payer);
      if (message.kind === 'eip2612')
        return redeemPair(
          { ...message, nonce: BigInt(nonce ?? 0) },
          [signature, ...others],
          keccak,
        );
      const read = readKeySignature(signature);
      const isProven =
        read !== undefined && recoverSigner(permitDigest(message, keccak), read, keccak) === payer;
      if (message.kind === 'permit2')
        return { to: approvalProxy, data: permit2Call(message, signature), isProven };
      // Tokens with EIP-3009 take the signature of a key, and of nothing else.
      if (!isProven) throw notSigned();
      return { to: approvalProxy, data: authorizedCall(message, read), isProven };
    },
  };
}

/** What a signature of an account that is still to be deployed ends with (ERC-6492). */
const undeployed = '6492'.repeat(16);

function notDeployed(payer: string): PortageError {
  return new PortageError('INVALID_SIGNATURE', {
    message: `The signature is that of an account that is not deployed yet (ERC-6492): neither tokens nor Permit2 can check it before ${payer} has code.`,
    hint: 'Deploy the account and post its signature without the wrapping, or ask for a quote that is paid with a transaction.',
  });
}

function notSigned(): PortageError {
  return new PortageError('INVALID_SIGNATURE', {
    message: 'The signature is not that of the payer over this deposit.',
    hint: 'Sign the very data of the step, with the account that the quote was asked for with.',
  });
}

interface Asked {
  readonly requestId: string;
  readonly kind: string;
  readonly symbol: string;
  readonly chainName: string;
}

function signatureStep(
  { requestId, kind }: Asked,
  step: Pick<Step, 'id' | 'action' | 'description'>,
  {
    data,
    check,
  }: {
    readonly data: Pick<SignatureData, 'sign' | 'plan'>;
    readonly check?: { readonly endpoint: string; readonly method: 'GET' };
  },
): Step {
  const post = {
    endpoint: '/execute/permits',
    method: 'POST',
    body: { kind, requestId, api: 'bridge' },
  } as const;
  return {
    ...step,
    kind: 'signature',
    requestId,
    depositAddress: '',
    items: [
      {
        status: 'incomplete',
        data: { sign: data.sign, post, ...(data.plan === undefined ? {} : { plan: data.plan }) },
        ...(check === undefined ? {} : { check }),
      },
    ],
  };
}

/** The signature that pays: the request is followed to its end. */
function depositStep(
  id: 'authorize1' | 'authorize2',
  asked: Asked,
  data: Pick<SignatureData, 'sign' | 'plan'>,
): Step {
  const { requestId, symbol, chainName } = asked;
  const check = { endpoint: `/intents/status/v3?requestId=${requestId}`, method: 'GET' } as const;
  return signatureStep(
    asked,
    {
      id,
      action: 'Sign authorization',
      description: `Sign the deposit of ${symbol} on ${chainName}`,
    },
    { data, check },
  );
}

/** The signature that only allows: another one follows. */
function permitStep(asked: Asked, data: Pick<SignatureData, 'sign'>): Step {
  return signatureStep(
    asked,
    {
      id: 'authorize1',
      action: 'Sign permit',
      description: `Let the deposit take ${asked.symbol} on ${asked.chainName}`,
    },
    { data },
  );
}

/**
 * Which of the two each signature is says whom it recovers to. Tokens with EIP-2612 take the
 * signature of a key, and of nothing else.
 */
function redeemPair(
  message: DigestInput & { readonly nonce: bigint },
  signatures: readonly string[],
  keccak: PermitsOptions['keccak'],
): PermitCall | PermitPart {
  const digests = {
    permit: allowanceDigest(message, keccak),
    transfer: permitDigest(message, keccak),
  };
  const parts = signatures.map((signature) => {
    const read = readKeySignature(signature);
    const isOver = (digest: Uint8Array): boolean =>
      read !== undefined && recoverSigner(digest, read, keccak) === message.payer;
    if (read !== undefined && isOver(digests.permit)) return { part: 'permit', read };
    if (read !== undefined && isOver(digests.transfer)) return { part: 'transfer', read };
    throw notSigned();
  });
  const [posted] = parts;
  assert(posted !== undefined, 'a signature is redeemed');
  const permit = parts.find(({ part }) => part === 'permit');
  const transfer = parts.find(({ part }) => part === 'transfer');
  if (permit === undefined || transfer === undefined) return { part: posted.part };
  return {
    to: message.approvalProxy,
    data: signedCall(message, permit.read, transfer.read),
    isProven: true,
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
    maximum: amount,
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

function authorizedCall(
  { payer, currency, amount, plan }: DigestInput,
  { r, s, v }: KeySignature,
): string {
  const head = [
    addressWord(payer),
    addressWord(currency),
    uintWord(amount),
    uintWord(0x120n),
    uintWord(0n),
    uintWord(BigInt(plan.deadline)),
    uintWord(BigInt(v)),
    r,
    s,
  ];
  return `${selectors.pullAuthorized}${head.join('')}${encodePlan(plan)}`;
}

function permit2Call({ payer, currency, amount, plan }: DigestInput, signature: string): string {
  const encoded = encodePlan(plan);
  const head = [
    addressWord(payer),
    addressWord(currency),
    uintWord(amount),
    plan.salt.slice(2),
    uintWord(BigInt(plan.deadline)),
    uintWord(0xe0n),
    uintWord(0xe0n + BigInt(encoded.length / 2)),
  ];
  return `${selectors.pullPermit2}${head.join('')}${encoded}${bytesWords(signature)}`;
}

function signedCall(
  { payer, currency, amount, plan }: DigestInput,
  permit: KeySignature,
  transfer: KeySignature,
): string {
  const encoded = encodePlan(plan);
  const allowed = [uintWord(BigInt(plan.deadline)), uintWord(BigInt(permit.v)), permit.r, permit.s];
  const head = [
    addressWord(payer),
    addressWord(currency),
    uintWord(amount),
    uintWord(0x120n),
    ...allowed,
    uintWord(0x120n + BigInt(encoded.length / 2)),
  ];
  return `${selectors.pullSigned}${head.join('')}${encoded}${bytesWords(`0x${transfer.r}${transfer.s}${transfer.v.toString(16)}`)}`;
}
