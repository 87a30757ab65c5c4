import { bytesToHex } from '@portage/core';
import { alteredTransaction, type Comparison } from '@portage/core/executor';
import type { Esplora } from '../esplora/createEsplora.js';
import { readOutputs } from '../esplora/readSpending.js';
import type { Output } from '../transaction/createPsbt.js';
import { isSamePayment, paidBy, withoutPayments } from './payments.js';

/** Transaction that a wallet has sent by itself, and what was verified for it. */
export interface SentByWallet {
  readonly txId: string;
  /** Outputs that were verified. */
  readonly outputs: readonly Output[];
  /** Output script of the change; undefined where it is not known, and any output may be change. */
  readonly payer: Uint8Array | undefined;
}

/**
 * Reads a transaction back that this executor has not put together from signatures, and compares
 * its payments and its mark with what was verified. Coins, fee and change are the wallet's own
 * matter. undefined where the endpoint does not show it yet.
 *
 * @throws PortageError `TRANSACTION_ALTERED`
 */
export async function readBack(
  esplora: Esplora,
  { txId, outputs, payer }: SentByWallet,
  signal: AbortSignal,
): Promise<Comparison | undefined> {
  if (outputs.length === 0) return 'unclear';
  const answer = await esplora.get(`/tx/${txId}`, signal).catch(() => undefined);
  const found = answer?.status === 200 ? readOutputs(answer.text) : undefined;
  if (found === undefined) return undefined;
  const verified = payer === undefined ? outputs : paidBy(outputs, payer);
  const sent = payer === undefined ? found : paidBy(found, payer);
  const missing = payer === undefined ? withoutPayments(verified, sent) : undefined;
  if (missing?.length === 0 || isSamePayment(verified, sent)) return 'same';
  throw alteredTransaction(txId, [
    { member: 'list of payments', verified: textOf(verified), sent: textOf(sent) },
  ]);
}

/** Payments for people: satoshi and output script of each. */
function textOf(outputs: readonly Output[]): string {
  return outputs
    .map(({ script, value }) => `${value} to ${bytesToHex(script).slice(2)}`)
    .join(', ');
}
