import { PortageError } from '@portage/core';
import type { Effect } from '@portage/core/executor';
import { nativeCurrency, parseNetworkAddress, formatAddress } from '../address/address.js';
import type { TransferData } from './readItem.js';
import { transactionEffects, type EffectsContext } from './transactionEffects.js';

/** Effects of a plain transfer: one payment, whoever makes it. */
export function transferEffects(
  { to, value }: TransferData,
  { chainId, network }: EffectsContext,
): readonly Effect[] {
  const recipient = addressOn(to, network);
  if (recipient === undefined)
    return [{ type: 'unknown', chainId, reason: 'a transfer to no address of this network' }];
  return [{ type: 'payment', chainId, recipient, currency: nativeCurrency, amount: value }];
}

function addressOn(text: string, network: EffectsContext['network']): string | undefined {
  try {
    return formatAddress(parseNetworkAddress(text, network).lock, network);
  } catch {
    return undefined; // The one error says that it is none.
  }
}

/**
 * Refuses to have a transaction signed that does anything but the transfer that was asked for, or
 * whose fee is above the executor's bounds.
 *
 * @throws PortageError `WALLET_ERROR`
 */
export function checkTransfer(psbt: string, data: TransferData, context: EffectsContext): void {
  const [wanted] = transferEffects(data, context);
  const [made, ...others] = transactionEffects(context, { psbt, isSend: false });
  if (
    others.length === 0 &&
    wanted?.type === 'payment' &&
    made?.type === 'payment' &&
    made.recipient === wanted.recipient &&
    made.amount === wanted.amount
  )
    return;
  const reason = made?.type === 'unknown' ? `: ${made.reason}` : '';
  throw new PortageError('WALLET_ERROR', {
    message: `The transfer cannot be made as it was asked for${reason}.`,
    hint: 'Nothing was signed.',
  });
}
