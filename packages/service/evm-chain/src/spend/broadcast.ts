import { bytesToHex } from '@portage/core';
import type { BroadcastResult, SignedTransaction } from '@portage/core/chain';
import { isUnderpriced } from '@portage/core/plugin';
import type { RpcFailure, SendFailure } from '@portage/chain-kit';
import type { Sender } from '@portage/chain-kit/send';
import type { Fees } from '../gas/fees.js';
import { classifySendFailure } from '../rpc/classifySendFailure.js';
import { readDemand, type FeeDemand } from '../rpc/readDemand.js';
import { readSigned } from './transaction.js';

/** Endpoints, and who learns from what they refuse. */
export interface BroadcastOptions {
  readonly sender: Sender;
  /** Told of a transaction whose fee no node takes, with what they want at least. */
  readonly learn: (refused: Fees, demands: readonly FeeDemand[]) => void;
}

/** Gives stored bytes to nodes. */
export async function broadcast(
  { sender, learn }: BroadcastOptions,
  transactions: readonly SignedTransaction[],
  signal?: AbortSignal,
): Promise<readonly BroadcastResult[]> {
  const sendings = transactions.map(({ txId, raw }) => ({
    txId,
    request: { method: 'eth_sendRawTransaction', params: [bytesToHex(raw)] },
  }));
  const demands: FeeDemand[] = [];
  const classify = (failure: RpcFailure): SendFailure => {
    const meaning = classifySendFailure(failure);
    if (meaning === 'underpriced') demands.push(readDemand(failure.message));
    return meaning;
  };
  const results = await sender.send(sendings, classify, signal);
  const refused = transactions.find((_, index) => isUnderpriced(results[index]));
  if (refused !== undefined) learn(readSigned(refused.raw), demands);
  return results;
}
