import { readKeySignature } from '@portage/core/keySignature';
import { Money, PortageError, type Clock } from '@portage/core';
import { checkAborted, type Submission } from '@portage/core/executor';
import type { ExchangeAccount } from '../api/answers.js';
import type { ExchangeApi } from '../api/exchangeApi.js';
import { assetDecimals, usdcAssetIndex } from '../currencies.js';
import { signerError } from '../errors/signerError.js';
import { verify } from '../signature/index.js';
import type {
  ExchangeSigner,
  TransferRequest,
  TransferSignatures,
} from '../signer/exchangeSigner.js';
import {
  hashTransfer,
  transactionId,
  transferType,
  type Transfer,
} from '../transaction/transfer.js';
import { writeTransfer } from '../transaction/txInfo.js';
import type { SentTransfers } from './createSentTransfers.js';
import type { QuotedTransfer } from './readAction.js';

/** Signer, exchange and sent transfers that a step is sent with. */
export interface SubmitContext {
  readonly chainId: number;
  readonly circuitId: number;
  readonly signer: ExchangeSigner;
  readonly api: ExchangeApi;
  readonly clock: Clock;
  /** Milliseconds that the exchange may take a transfer. */
  readonly validMs: number;
  readonly sent: SentTransfers;
}

/** Has a transfer signed, and sends it. */
export async function submitTransfer(
  context: SubmitContext,
  quoted: QuotedTransfer,
  signal: AbortSignal,
): Promise<Submission> {
  const { chainId, circuitId, signer, api, sent } = context;
  const needsOwner = await hasOtherOwner(context, quoted, signal);
  await checkFee(context, quoted, signal);
  const transfer: Transfer = {
    ...quoted,
    fromAccountIndex: signer.accountIndex,
    apiKeyIndex: signer.apiKeyIndex,
    nonce: await api.nextNonce(signer, signal),
    expiredAt: context.clock.now() + context.validMs,
  };
  checkAborted(signal);
  const signatures = await askSigner(signer, { transfer, circuitId, needsOwner });
  const message = hashTransfer(transfer, circuitId);
  checkSignatures(signer, { message, signatures, needsOwner });
  const txId = transactionId(message);
  const info = writeTransfer({ transfer, ...signatures });
  // A transfer without an answer may have arrived: it is sent again while it is awaited.
  sent.add({ txId, info, expiredAt: transfer.expiredAt });
  const outcome = await api.send({ type: transferType, info }, signal);
  if (outcome.type === 'refused') throw refusal(outcome.message, txId);
  return { type: 'transaction', chainId, txId };
}

/**
 * Whether the receiver has another owner than the sender, as the exchange knows both.
 *
 * @throws PortageError `INSUFFICIENT_FUNDS`, `WALLET_ERROR`, `QUOTE_VERIFICATION_FAILED`
 */
async function hasOtherOwner(
  { signer, api }: SubmitContext,
  quoted: QuotedTransfer,
  signal: AbortSignal,
): Promise<boolean> {
  const { toAccountIndex } = quoted;
  const [sender, receiver] = await Promise.all([
    api.account(signer.accountIndex, signal),
    api.account(toAccountIndex, signal),
  ]);
  if (sender?.owner !== signer.owner.toLowerCase())
    throw new PortageError('WALLET_ERROR', {
      message: `The account ${signer.accountIndex} does not belong to ${signer.owner}.`,
      hint: 'Choose the wallet that owns the account.',
    });
  if (receiver === undefined)
    throw new PortageError('QUOTE_VERIFICATION_FAILED', {
      message: `The exchange knows no account ${toAccountIndex}.`,
      hint: 'Ask for a new quote.',
    });
  checkHeld(sender, quoted);
  return receiver.owner !== sender.owner;
}

/** An account that lacks the amount and the fee is not asked. @throws `INSUFFICIENT_FUNDS` */
function checkHeld({ index, balances }: ExchangeAccount, quoted: QuotedTransfer): void {
  const { assetIndex, fromRouteType, amount, usdcFee } = quoted;
  const held =
    balances.find((each) => each.assetIndex === assetIndex && each.routeType === fromRouteType)
      ?.amount ?? 0n;
  const needed = assetIndex === usdcAssetIndex ? amount + usdcFee : amount;
  if (held >= needed) return;
  throw new PortageError('INSUFFICIENT_FUNDS', {
    message: heldText(quoted, { index, held, needed }),
    hint: 'Nothing was asked of the wallet. Fund the account, or ask for less.',
  });
}

interface Shortage {
  readonly index: number;
  readonly held: bigint;
  readonly needed: bigint;
}

/** Both amounts in whole units, where the asset is known; smallest units stand beside. */
function heldText({ assetIndex }: QuotedTransfer, { index, held, needed }: Shortage): string {
  const decimals = assetDecimals(assetIndex);
  const text = (amount: bigint): string =>
    decimals === undefined ? amount.toString() : Money.format(amount, decimals);
  return `The account ${index} holds ${text(held)}, and ${text(needed)} are needed (smallest units: ${held} and ${needed}).`;
}

/** The exchange takes its fee exactly; another one than the quote's has changed meanwhile. */
async function checkFee(
  { signer, api }: SubmitContext,
  { toAccountIndex, usdcFee }: QuotedTransfer,
  signal: AbortSignal,
): Promise<void> {
  const parties = { fromAccountIndex: signer.accountIndex, toAccountIndex };
  const fee = await api.transferFee(parties, signal);
  if (fee !== usdcFee)
    throw new PortageError('QUOTE_EXPIRED', {
      message: `The exchange asks a fee of ${fee} micro-USDC, and the quote has ${usdcFee}.`,
      hint: 'Ask for a new quote.',
    });
}

async function askSigner(
  signer: ExchangeSigner,
  request: TransferRequest,
): Promise<TransferSignatures> {
  try {
    return await signer.signTransfer(request);
  } catch (error) {
    throw signerError(error);
  }
}

/** Signatures of a signer, and the transfer that they are for. */
interface GivenSignatures {
  readonly message: Uint8Array;
  readonly signatures: TransferSignatures;
  readonly needsOwner: boolean;
}

function checkSignatures(
  { publicKey }: ExchangeSigner,
  { message, signatures: { signature, ownerSignature }, needsOwner }: GivenSignatures,
): void {
  if (!verify(signature, message, publicKey))
    throw new PortageError('WALLET_ERROR', { message: 'The signer signed something else.' });
  if (needsOwner && readKeySignature(ownerSignature ?? '') === undefined)
    throw new PortageError('WALLET_ERROR', {
      message: 'The signer gave no signature of the owner.',
    });
}

/** Error for a transfer that the exchange refuses. */
function refusal(reason: string, txId: string): PortageError {
  if (/balance|insufficient|not enough/i.test(reason))
    return new PortageError('INSUFFICIENT_FUNDS', {
      message: `The account does not hold the amount and the fee: ${reason}`,
    });
  return new PortageError('TRANSACTION_REVERTED', {
    message: `The exchange refuses the transfer: ${reason}`,
    hint: 'Ask for a new quote.',
    context: { txId, reason, sent: false },
  });
}
