import { bytesToHex, hexToBytes, requestFault } from '@portage/core';
import {
  accountIndexMax,
  apiKeyIndexMax,
  assetIndexMax,
  counterMax,
  isRoute,
  requireAmount,
  requireWhole,
  type RouteType,
} from '../bounds.js';
import { hashElements } from '../signature/index.js';
import { circuitElement, lowAndHigh } from './elements.js';
import { ownerText } from './ownerText.js';

/** Type of a transfer among the exchange's transactions. */
export const transferType = 12;

/** Transfer between two accounts of the exchange, or between the routes of one. */
export interface Transfer {
  readonly fromAccountIndex: number;
  /** Key of the sender that signs. */
  readonly apiKeyIndex: number;
  readonly toAccountIndex: number;
  readonly assetIndex: number;
  /** Where the sender's asset is. */
  readonly fromRouteType: RouteType;
  /** Where the receiver gets it. */
  readonly toRouteType: RouteType;
  /** Smallest units of the asset, which the receiver gets. */
  readonly amount: bigint;
  /** Smallest units of USDC, which the exchange takes beside the amount. */
  readonly usdcFee: bigint;
  /** 32 bytes as hex with 0x. The key's signature does not hold it; the owner's does. */
  readonly memo: string;
  /** Unix milliseconds after which the exchange does not take it. */
  readonly expiredAt: number;
  /** Number of the key's transactions before this one. */
  readonly nonce: number;
}

const memoPattern = /^0x[0-9a-f]{64}$/;

/**
 * Holds every member of a transfer to the exchange's bounds.
 *
 * @throws PortageError `INVALID_REQUEST`, with the member
 * @example
 * ```ts
 * checkTransfer({ ...transfer, amount: 0n }); // throws: amount: is no amount from 1 to …
 * ```
 */
export function checkTransfer(transfer: Transfer): void {
  const whole = (name: 'apiKeyIndex' | 'expiredAt' | 'nonce', max: number): void =>
    requireWhole(transfer[name], { name, min: 0, max });
  for (const name of ['fromAccountIndex', 'toAccountIndex'] as const)
    requireWhole(transfer[name], { name, min: 0, max: accountIndexMax });
  requireWhole(transfer.assetIndex, { name: 'assetIndex', min: 1, max: assetIndexMax });
  whole('apiKeyIndex', apiKeyIndexMax);
  whole('expiredAt', counterMax);
  whole('nonce', counterMax);
  for (const name of ['fromRouteType', 'toRouteType'] as const)
    if (!isRoute(transfer[name])) throw requestFault(name, 'is no route: 0 or 1');
  requireAmount(transfer.amount, { name: 'amount', min: 1 });
  requireAmount(transfer.usdcFee, { name: 'usdcFee', min: 0 });
  if (!memoPattern.test(transfer.memo))
    throw requestFault('memo', 'is not 32 bytes in lower-case hex with 0x');
}

/**
 * Message that the sender's key signs, 40 bytes; in hex the transaction's id. It lacks the memo:
 * two transfers that differ in their memo alone have one id.
 *
 * @param chainId - id of the exchange's own signatures: 304 on mainnet, 300 on testnet
 * @throws PortageError `INVALID_REQUEST`
 * @example
 * ```ts
 * const message = hashTransfer(transfer, 304);
 * ```
 */
export function hashTransfer(transfer: Transfer, chainId: number): Uint8Array {
  checkTransfer(transfer);
  return hashElements([
    ...[chainId, transferType, transfer.nonce, transfer.expiredAt].map(circuitElement),
    ...[transfer.fromAccountIndex, transfer.apiKeyIndex, transfer.toAccountIndex].map(
      circuitElement,
    ),
    ...[transfer.assetIndex, transfer.fromRouteType, transfer.toRouteType].map(circuitElement),
    ...lowAndHigh(transfer.amount),
    ...lowAndHigh(transfer.usdcFee),
  ]);
}

/**
 * Text that the sender's owner signs by EIP-191 where the receiver has another owner. It holds the
 * memo.
 *
 * @throws PortageError `INVALID_REQUEST`
 * @example
 * ```ts
 * const ownerSignature = await wallet.signMessage(transferOwnerText(transfer, 304));
 * ```
 */
export function transferOwnerText(transfer: Transfer, chainId: number): string {
  checkTransfer(transfer);
  const { fromAccountIndex: from, toAccountIndex: to } = transfer;
  const number = ownerText.number;
  return ownerText.lines('Transfer', [
    `nonce: ${number(transfer.nonce)}`,
    `from: ${number(from)} (route ${number(transfer.fromRouteType)})`,
    `api key: ${number(transfer.apiKeyIndex)}`,
    `to: ${number(to)} (route ${number(transfer.toRouteType)})`,
    `asset: ${number(transfer.assetIndex)}`,
    `amount: ${number(transfer.amount)}`,
    `fee: ${number(transfer.usdcFee)}`,
    `chainId: ${number(chainId)}`,
    `memo: ${transfer.memo.slice(2)}`,
  ]);
}

/**
 * Id of a signed message as the exchange writes it: 80 hex digits without 0x.
 *
 * @example
 * ```ts
 * const txId = transactionId(hashTransfer(transfer, 304));
 * ```
 */
export function transactionId(message: Uint8Array): string {
  return bytesToHex(message).slice(2);
}

/** Bytes of a memo. */
export function memoBytes(memo: string): Uint8Array {
  return hexToBytes(memo);
}
