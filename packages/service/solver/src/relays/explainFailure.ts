import { describeError, type FailReason } from '@portage/core';
import type { Transaction } from '@portage/database';
import type { ChainContext } from '../context.js';

const readMsMax = 5_000;

/** A call that is given up. */
export interface FailedCall {
  readonly orderId: string;
  readonly reason: FailReason;
}

/**
 * Why a call could not be made, as far as more can be told than that it failed: the nonce of a
 * permit may be used, by another deposit of the same account or elsewhere. Asked only when a call
 * is given up.
 */
export async function explainFailure(
  tx: Transaction,
  context: ChainContext,
  { orderId, reason }: FailedCall,
): Promise<FailReason> {
  if (reason !== 'TRANSFER_FAILED' && reason !== 'TRANSACTION_REVERTED') return reason;
  const permit = (await context.settlement.requests.order(orderId, tx))?.executionTerms?.permit;
  if (permit?.nonce === undefined) return reason;
  try {
    const next = await context.chain.deposit?.permits?.readNonce?.(
      { currency: permit.currency, payer: permit.payer },
      context.clock.timeout(readMsMax),
    );
    return next === undefined || next === BigInt(permit.nonce) ? reason : 'INVALID_NONCE';
  } catch (error) {
    context.log('the nonce of a permit could not be read', {
      chain: context.chain.slug,
      orderId,
      error: describeError(error),
    });
    return reason;
  }
}
