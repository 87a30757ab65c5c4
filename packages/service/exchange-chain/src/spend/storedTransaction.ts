import { assert, requestFault } from '@portage/core';
import type { SignedTransaction } from '@portage/core/chain';
import {
  changePubKeyType,
  readChangePubKey,
  readTransfer,
  transferType,
} from '@portage/exchange/transaction';

/** Signed text with its type, as `sendTx` takes both. */
export interface TransactionText {
  /** Type among the exchange's transactions. */
  readonly type: number;
  readonly info: string;
}

/** Terms of a transaction that we signed, with its text. */
export interface StoredTransaction extends TransactionText {
  /** Account whose key signed. */
  readonly accountIndex: number;
  /** Account that is paid; none in a transaction without a payment. */
  readonly toAccountIndex?: number | undefined;
  readonly nonce: number;
  /** Unix milliseconds after which the exchange does not take it. */
  readonly expiredAt: number;
  /** Micro-USDC that the exchange takes of the account beside the amount. */
  readonly usdcFee: bigint;
}

/** Bytes that are stored: the type, a space, and the text. */
export function storedBytes({ type, info }: TransactionText): Uint8Array {
  return new TextEncoder().encode(`${String(type)} ${info}`);
}

/** Transaction that stored bytes hold. @throws PortageError `INVALID_REQUEST` */
export function readStored({ raw }: Pick<SignedTransaction, 'raw'>): StoredTransaction {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(raw);
  const [type = ''] = text.split(' ', 1);
  return readText({ type: Number(type), info: text.slice(type.length + 1) });
}

/** Transaction that the text of a transfer or of a registration of a key holds. */
export function readText({ type, info }: TransactionText): StoredTransaction {
  if (type === transferType) {
    const {
      fromAccountIndex: accountIndex,
      toAccountIndex,
      nonce,
      expiredAt,
      usdcFee,
    } = readTransfer(info).transfer;
    return { type, info, accountIndex, toAccountIndex, nonce, expiredAt, usdcFee };
  }
  if (type === changePubKeyType) {
    const { accountIndex, nonce, expiredAt } = readChangePubKey(info).change;
    return { type, info, accountIndex, nonce, expiredAt, usdcFee: 0n };
  }
  throw requestFault('tx_type', 'is no type that we sign');
}

/** The lowest nonce from `next` on that none of the open transactions uses. Pure. */
export function freeNonce(next: number, open: readonly Pick<StoredTransaction, 'nonce'>[]): number {
  const used = new Set(open.map(({ nonce }) => nonce));
  let nonce = next;
  while (used.has(nonce)) nonce += 1;
  assert(nonce - next <= used.size, 'so many nonces are taken at most');
  return nonce;
}
