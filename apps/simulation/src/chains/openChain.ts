import type { Observed } from '@portage/core';
import type { Chain, SignedTransaction, Vault } from '@portage/core/chain';
import { callEndpoint, unreachable, type CallContext } from './faultyCalls.js';
import { faultyObserve } from './faultyObserve.js';
import { faultySpend } from './faultySpend.js';

/** Facts of the simulation that endpoints need or tell. */
export interface ChainListeners {
  /** Order that was placed last, for endpoints that lie. */
  readonly newestOrder: () => string | undefined;
  /** Called with bytes that a process gives to an endpoint. */
  readonly onSent: (chain: Chain, transactions: readonly SignedTransaction[]) => void;
}

function faultyVault(context: CallContext, vault: Vault): Vault {
  return {
    ...vault,
    available: (currency, signal) => callEndpoint(context, () => vault.available(currency, signal)),
    held: (escrows, signal) => callEndpoint(context, () => vault.held(escrows, signal)),
  };
}

/** A chain as one process sees it. */
export function openChain(context: CallContext, chain: Chain, listeners: ChainListeners): Chain {
  const { faults, clock } = context;
  const seen = <T>(reading: Observed<T> | undefined): Observed<T> | undefined =>
    reading === undefined || faults.roll('reading missing')
      ? undefined
      : { value: reading.value, observedAt: clock.now() };
  const { balances, vault, spend } = chain;
  return {
    ...chain,
    observe: faultyObserve(context, chain, listeners.newestOrder),
    ...(spend === undefined
      ? {}
      : { spend: faultySpend(context, spend, (sent) => listeners.onSent(chain, sent)) }),
    balances: {
      ...balances,
      read: (account, currency, signal) =>
        callEndpoint(context, () => balances.read(account, currency, signal)),
      ...(balances.readAt === undefined
        ? {}
        : {
            readAt: (account, height, signal) =>
              callEndpoint(context, async () => {
                const found = await balances.readAt?.(account, height, signal);
                if (found === undefined) throw unreachable();
                return found;
              }),
          }),
      spendable: (currency) => seen(balances.spendable(currency)),
    },
    vault: vault === undefined ? undefined : faultyVault(context, vault),
    gas: { ...chain.gas, estimate: (operation) => seen(chain.gas.estimate(operation)) },
  };
}
