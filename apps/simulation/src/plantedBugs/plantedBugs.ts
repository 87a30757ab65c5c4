import type { Chain, ChainEvent, Observe, Spend } from '@portage/core/chain';
import { arrivedAmount, imitationsIn, renamed, sentAmount, withEvents } from './changedEvents.js';
import type { BugContext, PlantedBug } from './plantedBug.js';

/** A chain whose spending is changed. */
const withSpend =
  (change: (spend: Spend, chain: Chain) => Partial<Spend>) =>
  (chain: Chain): Chain =>
    chain.spend === undefined
      ? chain
      : { ...chain, spend: { ...chain.spend, ...change(chain.spend, chain) } };

/** Events without those deposits whose transaction was reported before. */
function firstOfEach(events: readonly ChainEvent[]): readonly ChainEvent[] {
  const known = new Set<string>();
  return events.filter(({ type, txId }) => {
    const isKnown = type === 'deposit' && known.has(txId);
    if (type === 'deposit') known.add(txId);
    return !isKnown;
  });
}

/** Places that one memory of a process gives to the events of a transaction. */
const placesOfMemory = 100;

/** Deposits have other names in each process, so that none knows what another one credited. */
function forgetCredits(chain: Chain, { clock }: BugContext): Chain {
  const memory = placesOfMemory * (1 + (Math.floor(clock.now() / 1000) % 1_000_000));
  return renamed(chain, {
    told: (event) => ({ ...event, ordinal: memory + event.ordinal }),
    real: (event) => ({ ...event, ordinal: event.ordinal % placesOfMemory }),
  });
}

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
    chains: (chain) => {
      const streamed = withEvents(firstOfEach)(chain);
      const trace: Observe['trace'] = async (txId, signal) =>
        firstOfEach(await chain.observe.trace(txId, signal));
      return { ...streamed, observe: { ...streamed.observe, trace } };
    },
  },
  { code: 'PB7', title: 'what was credited is remembered in memory alone', chains: forgetCredits },
  {
    code: 'PB8',
    title: 'the amount that was sent is credited, and not what arrived',
    chains: (chain, { fake }) =>
      renamed(chain, {
        told: (event) => ({ ...event, amount: sentAmount(fake, event) }),
        real: (event) => ({ ...event, amount: arrivedAmount(fake, event) }),
      }),
  },
  {
    code: 'PB9',
    title: 'events of any contract are taken',
    chains: (chain, { fake }) => {
      const all = withEvents((events, { blocks }) => [
        ...events,
        ...blocks.flatMap((block) => imitationsIn(fake, block.height)),
      ])(chain);
      const confirm: Observe['confirm'] = async (events, signal, depth) => {
        const answers = await chain.observe.confirm(events, signal, depth);
        return events.map(
          ({ txId, height }, index) =>
            answers[index] === true || imitationsIn(fake, height).some((one) => one.txId === txId),
        );
      };
      return { ...all, observe: { ...all.observe, confirm } };
    },
  },
  {
    code: 'PB11',
    title: 'a balance that cannot be read counts as nothing',
    chains: (chain) => ({
      ...chain,
      balances: {
        ...chain.balances,
        read: (...given) => chain.balances.read(...given).catch(() => 0n),
        readAt: async (...given) => {
          const nothing = { balances: new Map(chain.assets.map(({ address }) => [address, 0n])) };
          const found = await chain.balances.readAt?.(...given).catch(() => undefined);
          return found ?? { ...nothing, sequence: 0n };
        },
      },
    }),
  },
  {
    code: 'PB12',
    title: 'a fee is rounded up for its app and for the solver',
    quoted: (plan) => (plan.appFee === 0n ? plan : { ...plan, appFee: plan.appFee + 1n }),
  },
  {
    code: 'PB16',
    title: 'the time of an order is read from the clock of the machine',
    chains: (chain, { clock }) => ({
      ...chain,
      observe: {
        ...chain.observe,
        tip: () => {
          const tip = chain.observe.tip();
          return tip === undefined
            ? undefined
            : { ...tip, value: { ...tip.value, time: Math.floor(clock.now() / 1000) } };
        },
      },
    }),
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
    policy: { transactions: { bumpAfterBlocks: 1 } },
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
    policy: { transactions: { bumpAfterBlocks: 1 } },
  },
  {
    code: 'PB21',
    title: 'gas is paid whatever it costs',
    policy: { fills: { gasFactorMax: 10n ** 9n } },
  },
];
