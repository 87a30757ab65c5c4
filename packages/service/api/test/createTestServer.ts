import { isPortageError, transition, type RequestEvent } from '@portage/core';
import { createChains } from '@portage/core/chain';
import { parseQuoteRequest } from '@portage/core/schemas';
import { createFixedPrices } from '@portage/prices';
import { defaultPolicy } from '@portage/quoter';
import type { Settlement, StoredRequest } from '@portage/settlement';
import type { RequestListener } from '@portage/settlement/testing';
import {
  checkAnswer,
  createFakeChain,
  fakeAddress,
  fakeNative,
  type FakeChain,
} from '@portage/testing';
import {
  createServer,
  type AccessOptions,
  type Limits,
  type Server,
  type Trace,
} from '../src/index.js';

/**
 * In-memory settlement with the two promises that the routes rely on: versions grow, and listeners
 * hear every change.
 */
export interface MemoryStore {
  add(id: string): StoredRequest;
  /** Applies an event to a request and notifies its listeners. */
  apply(id: string, event: RequestEvent, change?: Partial<StoredRequest>): void;
  /** Number of listeners of a request. */
  listeners(id: string): number;
  /** Tells that changes may not have been told. */
  miss(): void;
  /** Public ids of the keys of requests, by their ids. */
  readonly apiKeys: Map<string, string>;
  /** Called while a request is being read, before it is returned. */
  onRead?: (() => void | Promise<void>) | undefined;
  isDown: boolean;
  /** Balances of owners, in the order of their assets. */
  readonly withdrawable: Map<string, Awaited<ReturnType<Settlement['withdrawals']['balances']>>>;
}

export interface TestServer {
  readonly server: Server;
  readonly store: MemoryStore & Parameters<typeof createServer>[0]['store'];
  readonly chain: FakeChain;
  /** Logged faults. */
  readonly logged: { readonly context: object; readonly message: string }[];
  /** Logged calls. */
  readonly noted: {
    readonly context: Readonly<Record<string, unknown>>;
    readonly message: string;
  }[];
  /** Transactions that were looked up. */
  readonly traced: string[];
  /** Transactions that are looked for again and again. */
  readonly watched: string[];
  /** Bodies that reached the quoter. */
  readonly quoted: unknown[];
  /** Callers of those quotes. */
  readonly callers: object[];
  /** Names under which they are counted. */
  readonly countedCallers: (string | undefined)[];
}

export interface TestServerOptions {
  readonly limits?: Partial<Limits>;
  readonly access?: AccessOptions;
  readonly trustedProxies?: string;
  readonly quote?: (body: unknown) => Promise<string>;
  readonly trace?: (txId: string) => Promise<Trace>;
  readonly now?: () => number;
  readonly restrictions?: Parameters<typeof createServer>[0]['restrictions'];
  readonly submissions?: Parameters<typeof createServer>[0]['submissions'];
  readonly fastFills?: Parameters<typeof createServer>[0]['fastFills'];
  readonly webhookParts?: Parameters<typeof createServer>[0]['webhookParts'];
  readonly docs?: Parameters<typeof createServer>[0]['docs'];
  readonly facades?: Parameters<typeof createServer>[0]['facades'];
}

function createMemoryStore(): MemoryStore & Parameters<typeof createServer>[0]['store'] {
  const requests = new Map<string, StoredRequest>();
  const listeners = new Map<string, Set<RequestListener>>();
  const changeListeners: ((ids: readonly string[]) => void)[] = [];
  const missedListeners: (() => void)[] = [];
  const store: MemoryStore & Parameters<typeof createServer>[0]['store'] = {
    isDown: false,
    apiKeys: new Map(),
    withdrawable: new Map(),
    add: (id) => {
      const request: StoredRequest = {
        id,
        orderId: `0x${'0d'.repeat(32)}`,
        status: 'waiting',
        version: 1,
        originChainId: 1,
        destinationChainId: 2,
        payer: fakeAddress('alice'),
        recipient: fakeAddress('bob'),
        referrer: undefined,
        referrerAddress: undefined,
        quote: {},
        inTxIds: [],
        outTxIds: [],
        amountOut: undefined,
        failReason: 'N/A',
        refundFailReason: 'N/A',
        createdAt: 1_700_000_000_000,
        updatedAt: 1_700_000_000_000,
        fillBy: 4_000_000_000_000,
      };
      requests.set(id, request);
      return request;
    },
    apply: (id, event, change = {}) => {
      const before = requests.get(id)!;
      const after = {
        ...before,
        ...change,
        status: transition(before.status, event),
        version: before.version + 1,
        updatedAt: before.updatedAt + 1,
      };
      requests.set(id, after);
      for (const listener of listeners.get(id) ?? []) listener(after);
      for (const listener of changeListeners) listener([id]);
    },
    miss: () => {
      for (const listener of missedListeners) listener();
    },
    listeners: (id) => listeners.get(id)?.size ?? 0,
    getRequest: async (id) => {
      const found = requests.get(id);
      await store.onRead?.();
      return found;
    },
    ping: async () => {
      if (store.isDown) throw new Error('connect ECONNREFUSED 10.0.0.7:5432 password=hunter2');
    },
    query: async () => [],
    requests: {
      facts: async (found) =>
        found.map((request) => ({
          request,
          order: undefined,
          address: undefined,
          transactions: [],
          books: undefined,
          failed: undefined,
          isWithdrawable: false,
          isFastFill: false,
        })),
      currencies: async () => new Map(),
      refunds: async () => [],
      followed: async (ids) =>
        ids.flatMap((id) => {
          const request = requests.get(id);
          return request === undefined
            ? []
            : [{ request, apiKeyId: store.apiKeys.get(id), depositAddress: undefined }];
        }),
    },
    addresses: {
      find: async () => [],
      findOf: async () => undefined,
      findById: async () => undefined,
      money: async () => ({ transfers: [], sweeps: [] }),
      disable: async () => undefined,
    },
    chains: {
      read: async () => ({
        blocks: [],
        finalizedHeight: 0,
        haltedReason: undefined,
        openDeposits: 0,
        unconfirmedEvents: 0,
        raisedDepth: undefined,
        limits: [],
      }),
    },
    appFees: {
      balances: async () => [],
      held: async () => [],
      pending: async () => [],
      currency: async () => undefined,
    },
    withdrawals: {
      find: async () => undefined,
      balances: async (owner, { limit, after = '' }) =>
        (store.withdrawable.get(owner) ?? []).filter(({ asset }) => asset > after).slice(0, limit),
    },
    claims: {
      find: async () => undefined,
      list: async () => ({ claims: [], continuation: undefined }),
    },
    levels: {
      read: async () => ({
        ended: [],
        endedDays: [],
        answered: [],
        since: undefined,
        last: undefined,
        chainsSince: new Map(),
      }),
      turns: async () => [],
    },
    reports: {
      story: async () => ({
        apiKeyId: undefined,
        deposits: [],
        settlements: [],
        transactions: [],
        entries: [],
      }),
      outcomes: async () => new Map(),
      owned: async () => ({ appFees: [], sponsors: [] }),
      inventory: async () => [],
      clearances: async () => [],
    },
    archives: { find: async () => undefined },
    reconciliations: { differences: async () => [] },
    sponsors: { balances: async () => new Map() },
    ledger: { audit: async () => [] },
    getRequests: async () => ({ requests: [...requests.values()], continuation: undefined }),
    hub: {
      subscribe: (id, listener) => {
        const all = listeners.get(id) ?? new Set();
        listeners.set(id, all.add(listener));
        return () => all.delete(listener);
      },
      onChange: (listener) => void changeListeners.push(listener),
      onMissed: (listener) => void missedListeners.push(listener),
      isHeard: () => listeners.size > 0,
      announce: () => undefined,
    },
  };
  return store;
}

/**
 * Server over fakes of everything behind HTTP. The fake quoter reads bodies with the real parser.
 */
export async function createTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const chain = createFakeChain({ id: 1, slug: 'one', now: options.now ?? Date.now });
  const other = createFakeChain({ id: 2, slug: 'two', now: options.now ?? Date.now });
  chain.credit(fakeAddress('alice'), fakeNative, 10n ** 18n);
  const store = createMemoryStore();
  const logged: TestServer['logged'] = [];
  const noted: TestServer['noted'] = [];
  const traced: string[] = [];
  const watched: string[] = [];
  const quoted: unknown[] = [];
  const callers: object[] = [];
  const countedCallers: (string | undefined)[] = [];
  const server = await createServer({
    chains: createChains([chain.chain, other.chain]),
    store,
    quoter: {
      quote: async (body, context, countedAs) => {
        quoted.push(body);
        callers.push(context);
        countedCallers.push(countedAs);
        if (options.quote !== undefined) return options.quote(body);
        return JSON.stringify({ user: parseQuoteRequest(body).user });
      },
    },
    prices: createFixedPrices({ eth: '2000', usdc: '1', weth: '2000' }, options.now ?? Date.now),
    policy: defaultPolicy,
    ...(options.restrictions === undefined ? {} : { restrictions: options.restrictions }),
    indexer: {
      trace: async (chainId, txId) => {
        traced.push(txId);
        if (options.trace !== undefined) return options.trace(txId);
        const events = await (chainId === 1 ? chain : other).chain.observe
          .trace(txId)
          .catch((error: unknown) => {
            if (isPortageError(error, 'UNKNOWN_TRANSACTION')) return undefined;
            throw error;
          });
        if (events === undefined) return 'unknown';
        return events.length > 0 ? 'found' : 'nothing';
      },
      watch: (_, txId) => {
        watched.push(txId);
        return new Promise(() => undefined);
      },
    },
    version: '1.2.3',
    log: {
      error: (context, message) => void logged.push({ context, message }),
      debug: (context, message) => void noted.push({ context: { ...context }, message }),
    },
    ...(options.limits === undefined ? {} : { limits: options.limits }),
    access: options.access,
    submissions: options.submissions,
    fastFills: options.fastFills,
    webhookParts: options.webhookParts,
    docs: options.docs,
    facades: options.facades,
    trustedProxies: options.trustedProxies,
    now: options.now,
    // Quotes of the fake are no quotes; their errors are errors.
    onAnswer: (answer) => {
      if (answer.name !== 'quote' || answer.status >= 400) checkAnswer(answer);
    },
  });
  return { server, store, chain, logged, noted, traced, watched, quoted, callers, countedCallers };
}

/** Request id that repeats one byte. */
export function idOf(byte: number): string {
  return `0x${byte.toString(16).padStart(2, '0').repeat(32)}`;
}
