import type { Effect } from '@portage/core/executor';
import { currencyOf } from '../currencies.js';
import type { QuotedTransfer, ReadAction } from './readAction.js';

/** Account and bounds that transfers are read with. */
export interface EffectsContext {
  readonly chainId: number;
  /** Account that pays. */
  readonly accountIndex: number;
  /** Smallest units of USDC of a fee at most. */
  readonly usdcFeeMax: bigint;
}

/** Item whose effects are read. */
export interface EffectsInput {
  readonly action: ReadAction;
  readonly isSend: boolean;
}

const noMemo = `0x${'00'.repeat(32)}`;

/**
 * Effects of a transfer: a deposit under the order id of its memo, or a payment where the step is a
 * plain transfer. What would be another thing than both sides call it is unknown.
 */
export function transferEffects(
  context: EffectsContext,
  { action: { transfer, fault }, isSend }: EffectsInput,
): readonly Effect[] {
  const { chainId, accountIndex } = context;
  const unknown = (reason: string): readonly Effect[] => [{ type: 'unknown', chainId, reason }];
  if (transfer === undefined) return unknown(fault);
  const currency = currencyOf({
    assetIndex: transfer.assetIndex,
    routeType: transfer.fromRouteType,
  });
  const found = faultOf(transfer, context);
  if (found !== undefined || currency === undefined)
    return unknown(found ?? 'an asset that no currency stands for');
  const { amount, memo } = transfer;
  const receiver = String(transfer.toAccountIndex);
  const payer = String(accountIndex);
  const hasMemo = memo !== noMemo;
  if (isSend)
    return [
      {
        type: 'payment',
        chainId,
        sender: payer,
        recipient: receiver,
        currency,
        amount,
        reference: hasMemo ? memo : undefined,
      },
    ];
  if (!hasMemo) return unknown('a deposit without an order id');
  return [
    {
      type: 'deposit',
      chainId,
      depository: receiver,
      currency,
      amount,
      orderId: memo,
      depositor: payer,
    },
  ];
}

function faultOf(
  { toAccountIndex, fromRouteType, toRouteType, usdcFee }: QuotedTransfer,
  { accountIndex, usdcFeeMax }: EffectsContext,
): string | undefined {
  if (toAccountIndex === accountIndex) return 'a transfer of the account to itself';
  if (fromRouteType !== toRouteType) return 'a transfer that arrives on another route';
  return usdcFee > usdcFeeMax ? `a fee of ${usdcFee} micro-USDC` : undefined;
}
