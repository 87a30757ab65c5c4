import { PortageError } from '@portage/core';
import { readExtensions } from './rpc/extensions.js';
import type { AccountState } from './rpc/accounts.js';

/** Type of the extension by which an owner wants a memo with each transfer, and its value then. */
const memoTransfer = { type: 8, isOn: 1 } as const;

/**
 * Reason for which an account of Token-2022 would refuse a payment: its owner wants a memo with
 * each transfer, which payments do not carry. Pure.
 */
export function findHoldingFault(
  recipient: string,
  holding: AccountState | undefined,
): PortageError | undefined {
  if (holding === undefined) return undefined;
  const wanted = (readExtensions(holding.data, 'holding') ?? []).some(
    ({ type, value }) => type === memoTransfer.type && value[0] === memoTransfer.isOn,
  );
  return wanted
    ? new PortageError('INVALID_RECIPIENT', {
        message: `The token account of ${recipient} wants a memo with each transfer.`,
        hint: 'Switch off the extension MemoTransfer of the account, or name another recipient.',
      })
    : undefined;
}
