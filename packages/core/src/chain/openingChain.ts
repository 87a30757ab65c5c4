import { PortageError } from '../errors/portageError.js';
import type { Chain, Opening } from './chain.js';

/** Members of a chain that its settings alone decide: they are known before it is reached. */
export type ChainFacts = Pick<
  Chain,
  | 'id'
  | 'slug'
  | 'vm'
  | 'codec'
  | 'native'
  | 'assets'
  | 'info'
  | 'extraData'
  | 'secondsPerPayment'
  | 'finality'
  | 'checkRecipient'
>;

/**
 * A chain that has its facts and nothing else: it is listed as disabled, tells of no block, and
 * every reading of it fails.
 *
 * @example
 * ```ts
 * const waiting = createOpeningChain(chain, {
 *   reason: () => 'Too few endpoints answer.',
 *   chain: Promise.resolve(chain),
 * });
 * waiting.observe.tip(); // undefined
 * ```
 */
export function createOpeningChain(facts: ChainFacts, opening: Opening): Chain {
  const refuse = (): Promise<never> =>
    Promise.reject(
      new PortageError('RPC_HTTP_ERROR', {
        message: `Chain ${String(facts.id)} is not open: ${opening.reason()}`,
        hint: 'Ask again later.',
      }),
    );
  const waiting: Chain = {
    ...facts,
    info: { ...facts.info, disabled: true, depositEnabled: false },
    observe: {
      updates: async function* (known, signal) {
        const chain = await whenOpen(waiting, signal);
        if (chain !== undefined) yield* chain.observe.updates(known, signal);
      },
      trace: refuse,
      confirm: refuse,
      tip: () => undefined,
    },
    balances: { read: refuse, spendable: () => undefined },
    gas: { estimate: () => undefined },
    opening,
  };
  return waiting;
}

/**
 * The chain as soon as it is open; undefined once the signal aborts. A chain that is open is
 * answered as it is.
 *
 * @example
 * ```ts
 * const open = await whenOpen(chain, signal);
 * ```
 */
export function whenOpen(chain: Chain, signal: AbortSignal): Promise<Chain | undefined> {
  const { opening } = chain;
  if (signal.aborted) return Promise.resolve(undefined);
  if (opening === undefined) return Promise.resolve(chain);
  return new Promise((resolve, reject) => {
    const abort = (): void => resolve(undefined);
    signal.addEventListener('abort', abort, { once: true });
    opening.chain.finally(() => signal.removeEventListener('abort', abort)).then(resolve, reject);
  });
}

/**
 * Sentence about why nothing can be done on a chain for now: it is not open yet, or fewer endpoints
 * answer than must agree. Undefined where all is well.
 *
 * @example
 * ```ts
 * const outage = findOutage(chain);
 * if (outage !== undefined) console.warn(outage);
 * ```
 */
export function findOutage({
  opening,
  connection,
}: Pick<Chain, 'opening' | 'connection'>): string | undefined {
  if (opening !== undefined) return opening.reason();
  if (connection === undefined) return undefined;
  const endpoints = connection.endpoints();
  const answering = endpoints.filter(({ fault }) => fault === undefined).length;
  return answering >= connection.quorum
    ? undefined
    : `${String(answering)} of ${String(endpoints.length)} endpoints can be believed, ${String(connection.quorum)} must agree.`;
}
