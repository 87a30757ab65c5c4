import type { NewRequest, Settlement, StoredRequest } from '@portage/settlement';

/**
 * In-memory settlement of a server whose requests succeed by a clock: a map, and listeners for each
 * change.
 */
export interface MemoryStore extends Pick<
  Settlement,
  'saveRequest' | 'getRequest' | 'getRequests' | 'hub' | 'ping' | 'query' | 'appFees'
> {
  readonly ledger: Pick<Settlement['ledger'], 'audit'>;
  readonly requests: Pick<Settlement['requests'], 'facts' | 'currencies' | 'refunds' | 'followed'>;
  readonly addresses: Pick<
    Settlement['addresses'],
    'find' | 'findOf' | 'findById' | 'money' | 'disable'
  >;
  readonly chains: Pick<Settlement['chains'], 'read'>;
  readonly withdrawals: Pick<Settlement['withdrawals'], 'find' | 'balances'>;
  readonly claims: Pick<Settlement['claims'], 'find' | 'list'>;
  readonly archives: Pick<Settlement['archives'], 'find'>;
  readonly reports: Settlement['reports'];
  readonly levels: Pick<Settlement['levels'], 'read' | 'turns'>;
  readonly reconciliations: Pick<Settlement['reconciliations'], 'differences'>;
  readonly sponsors: Pick<Settlement['sponsors'], 'balances'>;
  /** Request of an order. */
  byOrder(orderId: string): StoredRequest | undefined;
  /** Stores a newer version of a request and notifies its listeners. */
  change(request: StoredRequest, change: Partial<StoredRequest>): void;
}

export function createMemoryStore(): MemoryStore {
  const requests = new Map<string, StoredRequest>();
  const listeners = new Map<string, Set<(request: StoredRequest) => void>>();
  const announce = (changed: readonly StoredRequest[]): void => {
    for (const request of changed)
      for (const listener of listeners.get(request.id) ?? []) listener(request);
  };
  return {
    saveRequest: (request) => {
      requests.set(request.id, fresh(request));
      return Promise.resolve();
    },
    getRequest: (id) => Promise.resolve(requests.get(id)),
    getRequests: () => Promise.reject(new Error('A store in memory has no list.')),
    byOrder: (orderId) => [...requests.values()].find((request) => request.orderId === orderId),
    change: (request, change) => {
      const next = { ...request, ...change, version: request.version + 1, updatedAt: Date.now() };
      requests.set(request.id, next);
      announce([next]);
    },
    hub: {
      subscribe: (id, listener) => {
        const others = listeners.get(id) ?? new Set();
        listeners.set(id, others.add(listener));
        return () => void others.delete(listener);
      },
      onChange: () => undefined,
      onMissed: () => undefined,
      isHeard: () => listeners.size > 0,
      announce,
    },
    ping: () => Promise.resolve(),
    ledger: { audit: () => Promise.resolve([]) },
    query: refuse,
    requests: {
      facts: refuse,
      currencies: refuse,
      followed: refuse,
      refunds: () => Promise.resolve([]),
    },
    addresses: { find: refuse, findOf: refuse, findById: refuse, money: refuse, disable: refuse },
    chains: { read: refuse },
    appFees: { balances: refuse, held: refuse, pending: refuse, currency: refuse },
    withdrawals: { find: refuse, balances: refuse },
    claims: { find: refuse, list: refuse },
    archives: { find: () => Promise.resolve(undefined) },
    levels: { read: refuse, turns: refuse },
    reports: {
      story: refuse,
      outcomes: refuse,
      owned: refuse,
      inventory: refuse,
      clearances: refuse,
    },
    reconciliations: { differences: refuse },
    sponsors: { balances: refuse },
  };
}

function refuse(): Promise<never> {
  return Promise.reject(new Error('A store in memory has no tables.'));
}

function fresh(request: NewRequest): StoredRequest {
  return {
    ...request,
    referrer: request.referrer,
    referrerAddress: request.referrerAddress,
    status: 'waiting',
    version: 0,
    quote: JSON.parse(request.quote) as unknown,
    inTxIds: [],
    outTxIds: [],
    amountOut: undefined,
    failReason: 'N/A',
    refundFailReason: 'N/A',
    updatedAt: request.createdAt,
  };
}
