import { PortageError } from '@portage/core';
import type { Balances } from '@portage/core/chain';

export function createBalances(): Balances {
  return {
    read: () =>
      Promise.reject(
        new PortageError('RPC_HTTP_ERROR', { message: 'Balances cannot be read yet.' }),
      ),
    spendable: () => undefined,
  };
}
