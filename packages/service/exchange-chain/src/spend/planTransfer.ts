import { PortageError } from '@portage/core';
import type { TransactionIntent } from '@portage/core/chain';
import { assetOf } from '@portage/exchange/codec';
import type { Transfer } from '@portage/exchange/transaction';
import type { Parties } from '../createFees.js';
import type { Accounts } from '../observe/decodeTransfer.js';

/** Transfer without what its key says. */
export type PlannedTransfer = Omit<Transfer, 'apiKeyIndex' | 'expiredAt' | 'nonce'>;

/**
 * The transfer of an intent: fills from the solver's account, refunds and collections from the
 * depository's. The account that pays bears the fee beside the amount, so that exactly the amount
 * arrives. What is collected bears its fee itself, so that the depository loses what the books say.
 * Pure.
 *
 * @throws PortageError `AMOUNT_TOO_LOW`, `UNSUPPORTED_FEATURE`
 */
export function planTransfer(
  intent: TransactionIntent,
  { solver, depository }: Accounts,
  feeOf: (parties: Parties) => bigint,
): PlannedTransfer {
  if (intent.type === 'relay')
    throw new PortageError('UNSUPPORTED_FEATURE', { message: 'The exchange makes no calls.' });
  const { assetIndex, routeType } = assetOf(intent.currency);
  const asset = { assetIndex, fromRouteType: routeType, toRouteType: routeType };
  const named = { ...asset, memo: intent.orderId };
  switch (intent.type) {
    case 'fill':
    case 'refund': {
      const from = intent.type === 'fill' ? solver : depository;
      const to = Number(intent.recipient);
      return {
        ...named,
        fromAccountIndex: from,
        toAccountIndex: to,
        amount: intent.amount,
        usdcFee: feeOf({ from, to }),
      };
    }
    case 'collection': {
      const usdcFee = feeOf({ from: depository, to: solver });
      return {
        ...named,
        fromAccountIndex: depository,
        toAccountIndex: solver,
        amount: collected(intent.amount, usdcFee),
        usdcFee,
      };
    }
  }
}

function collected(amount: bigint, fee: bigint): bigint {
  if (amount > fee) return amount - fee;
  throw new PortageError('AMOUNT_TOO_LOW', {
    message: `${String(amount)} micro-USDC do not pay the fee of their transfer.`,
  });
}
