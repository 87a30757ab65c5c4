import type { Chain, Spend } from '@portage/core/chain';
import type { PlantedBug } from './plantedBug.js';

/** A chain whose spending is changed. */
const withSpend =
  (change: (spend: Spend, chain: Chain) => Partial<Spend>) =>
  (chain: Chain): Chain =>
    chain.spend === undefined
      ? chain
      : { ...chain, spend: { ...chain.spend, ...change(chain.spend, chain) } };

/** Mistakes that the simulation must find. */
export const plantedBugs: readonly PlantedBug[] = [
  {
    code: 'PB1',
    title: 'bytes are sent before they are stored',
    chains: withSpend((spend) => ({
      prepare: async (...given) => {
        const signed = await spend.prepare(...given);
        await spend.broadcast(signed);
        return signed;
      },
    })),
  },
  {
    code: 'PB2',
    title: 'a new sequence is used where an answer is late',
    chains: withSpend((spend) => ({
      bump: async (intent, previous) => {
        const [next] = await spend.prepare([intent], previous.sequence + 1n, [previous]);
        return next === undefined ? previous : { ...next, sequence: previous.sequence };
      },
    })),
  },
  {
    code: 'PB3',
    title: 'a fill whose fate is not known counts as failed',
    chains: withSpend((spend) => ({
      inspect: async (transactions, signal) =>
        (await spend.inspect(transactions, signal)).map((outcome) =>
          outcome.status === 'missing' ? { status: 'replaced' } : outcome,
        ),
    })),
  },
  {
    code: 'PB4',
    title: 'one block makes a deposit final',
    chains: (chain) => ({ ...chain, finality: { confirmations: () => 1 } }),
  },
  {
    code: 'PB5',
    title: 'bytes are sent once and never again',
    chains: (chain) => {
      const sent = new Set<string>();
      return withSpend((spend) => ({
        broadcast: async (transactions, signal) => {
          const fresh = transactions.filter(({ txId }) => !sent.has(txId));
          for (const { txId } of fresh) sent.add(txId);
          await spend.broadcast(fresh, signal);
          return transactions.map(() => ({ status: 'accepted' }));
        },
        bump: (_intent, previous) => Promise.resolve(previous),
        cancel: (_sequence, previous) =>
          previous === undefined ? spend.cancel(0n) : Promise.resolve(previous),
      }))(chain);
    },
  },
  {
    code: 'PB6',
    title: 'deposits are told apart by their transaction alone',
    chains: (chain) => ({
      ...chain,
      observe: {
        ...chain.observe,
        updates: async function* (known, signal) {
          for await (const update of chain.observe.updates(known, signal))
            yield update.type === 'rollback'
              ? update
              : { ...update, events: update.events.filter(({ ordinal }) => ordinal === 0) };
        },
      },
    }),
  },
  {
    code: 'PB8',
    title: 'the amount of an event is credited, and not what arrived',
    chains: (chain) => ({
      ...chain,
      observe: {
        ...chain.observe,
        updates: async function* (known, signal) {
          for await (const update of chain.observe.updates(known, signal))
            yield update.type === 'rollback'
              ? update
              : {
                  ...update,
                  events: update.events.map((event) =>
                    event.type === 'deposit'
                      ? { ...event, amount: event.amount + event.amount / 100n }
                      : event,
                  ),
                };
        },
        confirm: (events) => Promise.resolve(events.map(() => true)),
      },
    }),
  },
  {
    code: 'PB9',
    title: 'events of any contract are taken',
    chains: (chain) => ({
      ...chain,
      observe: { ...chain.observe, confirm: (events) => Promise.resolve(events.map(() => true)) },
    }),
  },
  {
    code: 'PB12',
    title: 'a fee is rounded up for the app beyond what was signed',
    quoted: (plan) =>
      plan.appFee === 0n ? plan : { ...plan, appFee: plan.appFee + plan.amountIn / 10n },
  },
  {
    code: 'PB18',
    title: 'a refund goes to who paid, and not where it was signed to go',
    chains: withSpend((spend) => ({
      prepare: (intents, ...rest) =>
        spend.prepare(
          intents.map((intent) =>
            intent.type === 'refund' ? { ...intent, recipient: intent.depositor } : intent,
          ),
          ...rest,
        ),
    })),
  },
  {
    code: 'PB19',
    title: 'a raised fee is paid with other coins',
    chains: withSpend((spend) =>
      spend.holdsCoins !== true
        ? {}
        : {
            bump: async (intent, previous, open = []) => {
              const [next] = await spend.prepare([intent], previous.sequence, [previous, ...open]);
              return next ?? previous;
            },
          },
    ),
    policy: { bumpAfterBlocks: 1 },
  },
  {
    code: 'PB20',
    title: 'a transaction that expires is signed anew before it has expired',
    chains: withSpend((spend, { slug }) =>
      slug !== 'slots'
        ? {}
        : {
            bump: async (intent, previous) => {
              const [next] = await spend.prepare([intent], previous.sequence, [previous]);
              return next ?? previous;
            },
          },
    ),
    policy: { bumpAfterBlocks: 1 },
  },
];
