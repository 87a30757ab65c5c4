import { bytesToHex, hexToBytes } from '@portage/core';
import { verify } from '@portage/exchange/signature';
import {
  hashTransfer,
  readTransfer,
  transactionId,
  transferOwnerText,
  transferType,
  type SignedTransfer,
  type Transfer,
} from '@portage/exchange/transaction';
import type { Exchange } from '../exchange.js';
import type { LedgerAccount } from '../ledger/createAccounts.js';
import type { LedgerTransaction } from '../ledger/createTransactions.js';
import { circuitId, transferFeeUsdc, usdc } from '../parameters.js';
import { Refusal } from '../refusal.js';
import { checkExpiry, takeNonce } from './checkKey.js';
import { isSignedBy } from './isSignedBy.js';
import { readText } from './readText.js';

/** Micro-USDC that a transfer costs: nothing between accounts of one owner. */
export function feeOf(exchange: Exchange, from: number, to: number): bigint {
  const { accounts } = exchange;
  return accounts.get(from).owner === accounts.get(to).owner ? 0n : transferFeeUsdc;
}

/**
 * Takes a transfer that is signed as it must be.
 *
 * @throws Refusal
 */
export async function admitTransfer(exchange: Exchange, info: string): Promise<LedgerTransaction> {
  const signed = readText(() => readTransfer(info));
  const { transfer } = signed;
  const { fromAccountIndex: from, toAccountIndex: to } = transfer;
  if (exchange.faults.current().isPaused) throw new Refusal('paused', 'transfers are paused');
  const sender = exchange.accounts.get(from);
  const receiver = exchange.accounts.get(to);
  const message = hashTransfer(transfer, circuitId);
  checkKeySignature(sender, signed, message);
  await checkOwnerSignature({ sender, receiver }, signed);
  checkExpiry(exchange, transfer.expiredAt);
  checkMoney(exchange, transfer);
  const { assetIndex, amount, usdcFee, fromRouteType, toRouteType } = transfer;
  const taken = { accountIndex: from, routeType: fromRouteType };
  const transaction = {
    hash: transactionId(message),
    type: transferType,
    info,
    accounts: [from, to],
    nonce: transfer.nonce,
    expiredAt: transfer.expiredAt,
    debits: [
      { ...taken, assetIndex, amount },
      { ...taken, assetIndex: usdc.assetIndex, amount: usdcFee },
    ],
    credits: [{ accountIndex: to, assetIndex, routeType: toRouteType, amount }],
  };
  // Between the check of a nonce and its use nothing else runs.
  const take = takeNonce(sender, transfer);
  const added = exchange.transactions.add(transaction);
  take();
  return added;
}

function checkKeySignature(
  sender: LedgerAccount,
  { transfer, signature }: SignedTransfer,
  message: Uint8Array,
): void {
  const key = sender.keys.get(transfer.apiKeyIndex);
  if (key === undefined) throw new Refusal('invalidKey', 'api key not found');
  if (!verify(signature, message, hexToBytes(key.publicKey)))
    throw new Refusal('invalidSignature', `invalid signature of ${bytesToHex(message)}`);
}

/** Both accounts of a transfer. */
interface Parties {
  readonly sender: LedgerAccount;
  readonly receiver: LedgerAccount;
}

async function checkOwnerSignature(
  { sender, receiver }: Parties,
  { transfer, ownerSignature }: SignedTransfer,
): Promise<void> {
  if (sender.owner === receiver.owner) return;
  const text = transferOwnerText(transfer, circuitId);
  if (!(await isSignedBy(sender.owner, { text, signature: ownerSignature })))
    throw new Refusal('invalidSignature', 'invalid signature of the owner');
}

function checkMoney(exchange: Exchange, transfer: Transfer): void {
  const { fromAccountIndex: from, toAccountIndex: to, fromRouteType, toRouteType } = transfer;
  if (from === to && fromRouteType === toRouteType)
    throw new Refusal('invalidTransaction', 'a transfer of an account to itself');
  const fee = feeOf(exchange, from, to);
  if (transfer.usdcFee !== fee)
    throw new Refusal('invalidFee', `the fee is ${fee}, not ${transfer.usdcFee}`);
}
