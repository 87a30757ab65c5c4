import { isPortageError, type Clock } from '@portage/core';
import type { Chain, ChainEvent, Chains, Cursor } from '@portage/core/chain';
import type { Log } from '@portage/database';

/** For how long a transaction that held nothing, or was in no block, is not looked for again. */
const emptyMs = 2_000;

/** For how long a transaction that was taken in is not taken in again. */
const toldMs = 60_000;

/** Transactions that are remembered. */
const rememberedMax = 10_000;

/** Milliseconds that a chain has to say what its endpoints agree on. */
const confirmMsMax = 10_000;

/** Parts that tracing works with. */
export interface TracerOptions {
  readonly chains: Chains;
  readonly clock: Pick<Clock, 'now' | 'timeout'>;
  readonly log: Log;
  /** The newest block of a chain that is applied. */
  readonly cursor: (chainId: number) => Cursor | undefined;
  /** Has whichever process follows the chain look; called where this one does not. */
  readonly askFollower: (chainId: number, txId: string) => Promise<void>;
  /** Whether a transaction pays to deposit addresses of ours, which is then noted. */
  readonly isAddressPaid: (chain: Chain, txId: string) => Promise<boolean>;
  /**
   * Has events of blocks that are applied already taken in once more; false where too many wait to
   * be.
   */
  readonly tell: (chainId: number, events: readonly ChainEvent[]) => boolean;
}

/**
 * Result of a look at a transaction: it holds money for us; it holds none; or no block has it, as
 * far as an endpoint tells.
 */
export type TracedContent = 'found' | 'nothing' | 'unknown';

/** Looks transactions up. */
export interface TransactionTracer {
  /** As {@link TransactionTracer.look}, but not again for what was not there a moment ago. */
  trace(chainId: number, txId: string): Promise<TracedContent>;
  /**
   * Looks a transaction up. `ahead` says that its block is still to be read: of a plain transfer
   * nothing tells then, and it must be looked up once more.
   *
   * @throws PortageError `UNSUPPORTED_CHAIN`, `INVALID_REQUEST` or `RPC_HTTP_ERROR`
   */
  look(chainId: number, txId: string): Promise<TracedContent | 'ahead'>;
}

/**
 * Makes the tracer of a process. What it finds in blocks to come is credited when the observer
 * comes by. What is in blocks that were read is taken in where a quorum tells it, a transaction
 * once a minute: its event was left out then, or is written again without an effect. So an
 * assertion is worth no more than the chain's own word. Ids that held nothing are remembered for a
 * while, so spam costs nothing.
 */
export function createTracer(options: TracerOptions): TransactionTracer {
  const empty = new Map<string, Remembered>();
  const told = new Map<string, Remembered>();

  async function look(chainId: number, txId: string): Promise<TracedContent | 'ahead'> {
    const chain = options.chains.byId(chainId);
    const id = chain.codec.normalizeTransactionId(txId);
    const key = `${String(chainId)}:${id}`;
    const now = options.clock.now();
    for (const remembered of [empty, told]) forgetOldest(remembered, now);
    const events = await chain.observe.trace(id).catch((error: unknown) => {
      if (isPortageError(error, 'UNKNOWN_TRANSACTION')) return undefined;
      throw error;
    });
    if (events === undefined || events.length === 0) {
      if (await options.isAddressPaid(chain, id)) return 'found';
      const content = events === undefined ? 'unknown' : 'nothing';
      empty.set(key, { content, until: now + emptyMs });
      return content;
    }
    const cursor = options.cursor(chainId);
    if (cursor === undefined) {
      await options.askFollower(chainId, id);
      return 'found';
    }
    const ahead = events.filter(({ height }) => height > cursor.height).length;
    if (ahead < events.length && !told.has(key)) {
      const confirmed = await chain.observe.confirm(events, options.clock.timeout(confirmMsMax));
      const agreed = events.filter((_, index) => confirmed[index] === true);
      if (agreed.length > 0 && options.tell(chainId, agreed))
        told.set(key, { content: 'found', until: now + toldMs });
    }
    if (ahead > 0)
      options.log('a traced transaction waits for the observer', {
        chain: chain.slug,
        txId: id,
        events: ahead,
      });
    return ahead > 0 ? 'ahead' : 'found';
  }

  return {
    look,
    trace: async (chainId, txId) => {
      const id = options.chains.byId(chainId).codec.normalizeTransactionId(txId);
      const remembered = empty.get(`${String(chainId)}:${id}`);
      if (remembered !== undefined && remembered.until > options.clock.now())
        return remembered.content;
      const content = await look(chainId, txId);
      return content === 'ahead' ? 'found' : content;
    },
  };
}

/** Result of a look at a transaction, and until when it is not repeated. */
interface Remembered {
  readonly content: TracedContent;
  /** Milliseconds since 1970. */
  readonly until: number;
}

function forgetOldest(remembered: Map<string, Remembered>, now: number): void {
  for (const [key, { until }] of remembered) {
    if (until > now && remembered.size <= rememberedMax) return;
    remembered.delete(key);
  }
}
