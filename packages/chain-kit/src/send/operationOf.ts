import type { GasOperation, TransactionIntent } from '@portage/core/chain';

/**
 * Operation of an intent, as far as its gas goes; a call with all the gas that it may use. Pure.
 *
 * @example
 * ```ts
 * operationOf({
 *   type: 'relay', orderId: '0x01', key: 'one', to: '0x02', value: 0n, data: '0x',
 *   gasLimit: 90_000, gas: 60_000,
 * }); // { type: 'relay', gasLimit: 90_000 }
 * ```
 */
export function operationOf(intent: TransactionIntent): GasOperation {
  switch (intent.type) {
    case 'relay':
      return { type: 'relay', gasLimit: intent.gasLimit };
    case 'refund':
      return { type: 'refund', currency: intent.currency, recipient: intent.recipient };
    case 'collection':
      return { type: 'collection', currency: intent.currency, releases: intent.releases.length };
    case 'fill': {
      const { currency, recipient, calls, callsGas, topup, authorizations, swap } = intent;
      const paid = { currency, recipient, swapGas: swap?.gas };
      return { type: 'fill', ...paid, calls, callsGas, topup, authorizations };
    }
  }
}

/**
 * The same with the gas that it is expected to use: what its cost is counted from. Pure.
 *
 * @example
 * ```ts
 * expectedOperation({
 *   type: 'relay', orderId: '0x01', key: 'one', to: '0x02', value: 0n, data: '0x',
 *   gasLimit: 90_000, gas: 60_000,
 * }); // { type: 'relay', gasLimit: 60_000 }
 * ```
 */
export function expectedOperation(intent: TransactionIntent): GasOperation {
  return intent.type === 'relay'
    ? { type: 'relay', gasLimit: intent.gas ?? intent.gasLimit }
    : operationOf(intent);
}
