import type { Observed } from '@portage/core';
import type {
  Balances,
  Chain,
  DepositAddresses,
  SignedTransaction,
  TransactionIntent,
  Vault,
} from '@portage/core/chain';
import type { WorldChain } from './createWorld.js';
import { callEndpoint, unreachable, type CallContext } from './faultyCalls.js';
import { faultyObserve } from './faultyObserve.js';
import { faultySpend } from './faultySpend.js';

/** Facts of the simulation that endpoints need or tell. */
export interface ChainListeners {
  /** Order that was placed last, for endpoints that lie. */
  readonly newestOrder: () => string | undefined;
  /** Called with payments that a process is about to sign. */
  readonly onSigned: (chain: Chain, intents: readonly TransactionIntent[]) => void;
  /** Called with bytes that a process gives to an endpoint. */
  readonly onSent: (chain: Chain, transactions: readonly SignedTransaction[]) => void;
}

/** A balance as an endpoint may tell it. */
function tell({ faults, random }: CallContext, amount: bigint): bigint {
  return faults.roll('lie: balance') ? (amount * BigInt(random.between(0, 150))) / 100n : amount;
}

function faultyVault(context: CallContext, vault: Vault): Vault {
  return {
    ...vault,
    available: (currency, signal) =>
      callEndpoint(context, async () => tell(context, await vault.available(currency, signal))),
    held: (escrows, signal) =>
      callEndpoint(context, async () =>
        (await vault.held(escrows, signal)).map((amount) => tell(context, amount)),
      ),
  };
}

function faultyAddresses(context: CallContext, addresses: DepositAddresses): DepositAddresses {
  const { faults } = context;
  return {
    ...addresses,
    holdings: (of, signal) =>
      callEndpoint(context, async () =>
        (await addresses.holdings(of, signal)).map((amount) =>
          amount === undefined || faults.roll('reading missing')
            ? undefined
            : tell(context, amount),
        ),
      ),
    receipts: (of, blocks, signal) =>
      callEndpoint(context, () => addresses.receipts(of, blocks, signal)),
  };
}

function faultyBalances(
  context: CallContext,
  balances: Balances,
  seen: <T>(reading: Observed<T> | undefined) => Observed<T> | undefined,
): Balances {
  return {
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
    spendable: (currency) => {
      const reading = seen(balances.spendable(currency));
      return reading === undefined
        ? undefined
        : { ...reading, value: tell(context, reading.value) };
    },
  };
}

/** A chain as one process sees it. */
export function openChain(
  context: CallContext,
  worldChain: WorldChain,
  listeners: ChainListeners,
): Chain {
  const { faults, clock } = context;
  const { chain } = worldChain;
  const seen = <T>(reading: Observed<T> | undefined): Observed<T> | undefined =>
    reading === undefined || faults.roll('reading missing')
      ? undefined
      : { value: reading.value, observedAt: clock.now() };
  const { balances, deposit, vault, spend } = chain;
  const addresses = deposit?.addresses;
  const spending = {
    onSigned: (intents: readonly TransactionIntent[]) => {
      listeners.onSigned(chain, intents);
    },
    onSent: (sent: readonly SignedTransaction[]) => {
      listeners.onSent(chain, sent);
    },
  };
  return {
    ...chain,
    observe: faultyObserve(context, worldChain, listeners.newestOrder),
    ...(spend === undefined ? {} : { spend: faultySpend(context, spend, spending) }),
    balances: faultyBalances(context, balances, seen),
    ...(deposit === undefined || addresses === undefined
      ? {}
      : { deposit: { ...deposit, addresses: faultyAddresses(context, addresses) } }),
    vault: vault === undefined ? undefined : faultyVault(context, vault),
    gas: { ...chain.gas, estimate: (operation) => seen(chain.gas.estimate(operation)) },
  };
}
