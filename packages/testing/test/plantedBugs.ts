import { PortageError } from '@portage/core';
import type { Chain, ChainUpdate, Cursor, Spend } from '@portage/core/chain';
import type { Executor, Task } from '@portage/core/executor';
import { fakeAddress, type FakeChain } from '../src/index.js';

type Observe = Chain['observe'];

/** Changes a chain so that it breaks one promise of the contract. */
export type PlantedBug = (chain: Chain, fake: FakeChain) => Chain;

/** Every planted bug of a VM by name; `none` is the chain as it is. */
export const vmBugs: Readonly<Record<string, PlantedBug>> = {
  none: (chain) => chain,
  'restarts from the beginning': (chain) =>
    observing(chain, { updates: (_, signal) => chain.observe.updates([], signal) }),
  'skips a block after a restart': (chain) =>
    observing(chain, {
      updates: (known, signal) =>
        chain.observe.updates(
          known.length === 0 ? known : [chain.observe.tip()?.value ?? known[0]!],
          signal,
        ),
    }),
  'tells each event twice': (chain) =>
    mapping(chain, (update) => [
      update.type === 'advance'
        ? { ...update, events: update.events.flatMap((event) => [event, event]) }
        : update,
    ]),
  'swallows rollbacks': (chain) =>
    mapping(chain, (update) => (update.type === 'rollback' ? [] : [update])),
  'rolls back too little': (chain) =>
    mapping(chain, (update) => [
      update.type === 'rollback'
        ? { ...update, to: { ...update.to, height: update.to.height + 5 } }
        : update,
    ]),
  'rolls back to a block nobody saw': (chain) =>
    mapping(chain, (update) => [
      update.type === 'rollback' ? { ...update, to: { ...update.to, hash: '0x' } } : update,
    ]),
  'credits what was said and not what arrived': (chain) =>
    mapping(chain, (update) => [
      update.type === 'advance'
        ? {
            ...update,
            events: update.events.map((event) => ({ ...event, amount: event.amount + 1n })),
          }
        : update,
    ]),
  'ignores the signal': (chain) =>
    observing(chain, {
      updates: (known) => chain.observe.updates(known, new AbortController().signal),
    }),
  'calls the future final': (chain) =>
    mapping(chain, (update) => [
      update.type === 'advance' ? { ...update, finalizedHeight: update.cursor.height + 1 } : update,
    ]),
  'traces nothing instead of refusing': (chain) =>
    observing(chain, { trace: (txId) => chain.observe.trace(txId).catch(() => []) }),
  'confirms everything': (chain) =>
    observing(chain, { confirm: async (deposits) => deposits.map(() => true) }),
  'confirms by transaction alone': (chain, fake) =>
    observing(chain, {
      confirm: async (deposits) => deposits.map(({ txId }) => fake.transaction(txId) !== undefined),
    }),
  'asks for one unit too much': (chain) => ({
    ...chain,
    deposit: {
      ...chain.deposit!,
      steps: (input) => chain.deposit!.steps({ ...input, amount: input.amount + 1n }),
    },
  }),
  'asks for an unlimited approval': (chain) => ({
    ...chain,
    deposit: {
      ...chain.deposit!,
      steps: (input) =>
        chain
          .deposit!.steps(input)
          .map((step) =>
            step.id === 'approve'
              ? {
                  ...step,
                  items: step.items.map((item) => ({
                    ...item,
                    data: { ...item.data, amount: (2n ** 255n).toString() },
                  })),
                }
              : step,
          ),
    },
  }),
  'names another depositor': (chain) => ({
    ...chain,
    deposit: {
      ...chain.deposit!,
      steps: (input) => chain.deposit!.steps({ ...input, payer: fakeAddress('thief') }),
    },
  }),
  'signs another transaction each time': (chain) => {
    let extra = 0n;
    return spending(chain, (spend) => ({
      prepare: (intents, first) =>
        spend.prepare(
          intents.map((intent) =>
            intent.type === 'relay' ? intent : { ...intent, amount: intent.amount + (extra += 1n) },
          ),
          first,
        ),
    }));
  },
  'uses one sequence for all': (chain) =>
    spending(chain, (spend) => ({
      prepare: async (intents, first) =>
        (await Promise.all(intents.map((intent) => spend.prepare([intent], first)))).flat(),
    })),
  'takes a new sequence for a bump': (chain) =>
    spending(chain, (spend) => ({
      bump: async (intent, previous) => (await spend.prepare([intent], previous.sequence + 1n))[0]!,
    })),
  'bumps without a higher fee': (chain) =>
    spending(chain, (spend) => ({
      bump: async (intent, previous) => (await spend.prepare([intent], previous.sequence))[0]!,
    })),
  'pays again when it is sent again': (chain, fake) => {
    const sent = new Set<string>();
    return spending(chain, (spend) => ({
      broadcast: async (transactions, signal) => {
        for (const { txId } of transactions) {
          const actions = fake
            .transaction(txId)
            ?.body.actions.map((action) => ({
              ...action,
              type: 'transfer' as const,
              recipient: ('recipient' in action ? action.recipient : undefined) ?? fakeAddress('x'),
            }));
          if (sent.has(txId) && actions !== undefined) fake.send(spend.sender, actions);
          sent.add(txId);
        }
        return spend.broadcast(transactions, signal);
      },
    }));
  },
  'forgets to send': (chain) =>
    spending(chain, () => ({
      broadcast: async (transactions) => transactions.map(() => ({ status: 'accepted' as const })),
    })),
  'calls what is missing replaced': (chain) =>
    spending(chain, (spend) => ({
      inspect: async (transactions) =>
        (await spend.inspect(transactions)).map((outcome) =>
          outcome.status === 'missing' ? { status: 'replaced' as const } : outcome,
        ),
    })),
  'never calls anything replaced': (chain) =>
    spending(chain, (spend) => ({
      inspect: async (transactions) =>
        (await spend.inspect(transactions)).map((outcome) =>
          outcome.status === 'replaced' ? { status: 'missing' as const } : outcome,
        ),
    })),
  'calls a reverted payment mined': (chain) =>
    spending(chain, (spend) => ({
      inspect: async (transactions) =>
        (await spend.inspect(transactions)).map((outcome) =>
          outcome.status === 'reverted' ? { ...outcome, status: 'mined' as const } : outcome,
        ),
    })),
  'pays a refund for each time it is asked': (chain) => {
    let count = 0;
    return spending(chain, (spend) => ({
      prepare: (intents, first) =>
        spend.prepare(
          intents.map((intent) =>
            intent.type === 'refund'
              ? { ...intent, amount: intent.amount / 2n, key: `${intent.key} ${(count += 1)}` }
              : intent,
          ),
          first,
        ),
    }));
  },
  'refunds the depositor and not the recipient': (chain) =>
    spending(chain, (spend) => ({
      prepare: (intents, first) =>
        spend.prepare(
          intents.map((intent) =>
            intent.type === 'refund' ? { ...intent, recipient: intent.depositor } : intent,
          ),
          first,
        ),
    })),
  'pays out a unit less': (chain) =>
    spending(chain, (spend) => ({
      prepare: (intents, first) =>
        spend.prepare(
          intents.map((intent) =>
            intent.type === 'relay' ? intent : { ...intent, amount: intent.amount - 1n },
          ),
          first,
        ),
    })),
  'pays while it cancels': (chain) =>
    spending(chain, (spend) => ({
      cancel: async (sequence) =>
        (
          await spend.prepare(
            [
              {
                type: 'fill',
                orderId: '0x',
                currency: chain.native.address,
                recipient: fakeAddress('fresh 1'),
                amount: 1n,
                calls: [],
              },
            ],
            sequence + 1n,
          )
        )[0]!,
    })),
  'reads every balance as nothing': (chain) => ({
    ...chain,
    balances: { ...chain.balances, read: async () => 0n },
  }),
  'has read nothing yet': (chain) => ({
    ...chain,
    balances: { ...chain.balances, spendable: () => undefined },
  }),
  'lets the depository be paid': (chain) => ({ ...chain, checkRecipient: () => undefined }),
  'lists tokens before the native currency': (chain) => ({
    ...chain,
    assets: [...chain.assets].reverse(),
  }),
  'describes another chain': (chain) => ({ ...chain, info: { ...chain.info, id: chain.id + 1 } }),
};

/** Every planted bug of an executor by name. */
export const executorBugs: Readonly<Record<string, (executor: Executor) => Executor>> = {
  none: (executor) => executor,
  'claims what it cannot do': (executor) => ({
    ...executor,
    claim: (item, step) =>
      executor.claim(item, step) ?? {
        effects: () => [],
        submit: async () => ({ type: 'signature', signature: '0x' }),
      },
  }),
  'claims nothing': (executor) => ({ ...executor, claim: () => undefined }),
  'hides what it does': (executor) => tasking(executor, () => ({ effects: () => [] })),
  'says something else when asked again': (executor) => {
    let asked = 0;
    return tasking(executor, (task) => ({
      effects: () => ((asked += 1) % 2 === 0 ? [] : task.effects()),
    }));
  },
  'marks the item complete': (executor) => ({
    ...executor,
    claim: (item, step) => {
      item.status = 'complete';
      return executor.claim(item, step);
    },
  }),
  'sends twice': (executor) =>
    tasking(executor, (task) => ({
      submit: async (context) => (await task.submit(context), task.submit(context)),
    })),
  'ignores the signal': (executor) =>
    tasking(executor, (task) => ({
      submit: (context) => task.submit({ ...context, signal: new AbortController().signal }),
    })),
  'waits for ever': (executor) =>
    tasking(executor, (task) => ({
      confirm: async (submission, context) =>
        task.confirm?.(submission, { ...context, signal: new AbortController().signal }),
    })),
  'throws what the wallet threw': (executor) =>
    tasking(executor, (task) => ({
      submit: (context) =>
        task.submit(context).catch(() => {
          throw new PortageError('WALLET_ERROR');
        }),
    })),
  'does not see a transaction fail': (executor) =>
    tasking(executor, (task) => ({
      confirm: async (submission, context) =>
        task.confirm?.(submission, context).catch(() => undefined),
    })),
};

function observing(chain: Chain, changes: Partial<Observe>): Chain {
  return { ...chain, observe: { ...chain.observe, ...changes } };
}

function mapping(chain: Chain, change: (update: ChainUpdate) => readonly ChainUpdate[]): Chain {
  return observing(chain, {
    async *updates(known: readonly Cursor[], signal: AbortSignal) {
      for await (const update of chain.observe.updates(known, signal)) yield* change(update);
    },
  });
}

function spending(chain: Chain, change: (spend: Spend) => Partial<Spend>): Chain {
  return { ...chain, spend: { ...chain.spend!, ...change(chain.spend!) } };
}

function tasking(executor: Executor, change: (task: Task) => Partial<Task>): Executor {
  return {
    ...executor,
    claim: (item, step) => {
      const task = executor.claim(item, step);
      return task === undefined ? undefined : { ...task, ...change(task) };
    },
  };
}
