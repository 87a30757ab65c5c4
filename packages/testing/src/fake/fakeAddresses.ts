import type { AddressCurrency, DepositAddresses } from '@portage/core/chain';
import type { Ledger } from './createLedger.js';
import { fakeAddress } from './fakeAddress.js';
import { depositAddressOf, encodeSweep } from './fakeSweep.js';

/** Units of gas that a sweep may use. */
const sweepGas = 100_000n;

/** Makes `Chain.deposit.addresses` of a fake chain. */
export function fakeAddresses(ledger: Ledger): DepositAddresses {
  return {
    addressOf: depositAddressOf,
    sweep: ({ orderId, depositor }, currencies) => ({
      to: fakeAddress('sweeper'),
      data: encodeSweep({ orderId, depositor, currencies }),
      gasLimit: sweepGas,
    }),
    holdings: async (of, signal) => {
      signal?.throwIfAborted();
      return of.map(
        ({ address, currency }) => ledger.state.balances.get(`${address} ${currency}`) ?? 0n,
      );
    },
    receipts: async (addresses, { first, last }, signal) => {
      signal?.throwIfAborted();
      const known = new Set(addresses);
      return ledger.blocks
        .slice(first, last + 1)
        .flatMap(({ transactions }) => transactions)
        .filter(({ status }) => status === 'mined')
        .flatMap(({ body }) => body.actions)
        .flatMap((action): readonly AddressCurrency[] =>
          action.type === 'transfer' && known.has(action.recipient)
            ? [{ address: action.recipient, currency: action.currency }]
            : [],
        );
    },
  };
}
