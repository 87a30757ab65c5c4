import { ageOf } from '@portage/core/plugin';
import type { HeightQuestion, Quorum } from '../quorum/createQuorum.js';

/** Height that a chain calls final, from memory. */
export interface FinalHeight {
  /** Newest height that a quorum called final; 0 before the first. */
  readonly latest: () => number;
  /** Asks again, unless it was asked a moment ago; resolves when the answer is there. */
  refresh(): Promise<void>;
}

/** Options of {@link createFinalHeight}. */
export interface FinalHeightOptions {
  readonly quorum: Quorum;
  /** Newest height that one endpoint calls final. */
  readonly ask: HeightQuestion['ask'];
  /** Milliseconds between two questions at least. */
  readonly everyMs: number;
  /**
   * Milliseconds between two questions at most: a height that moves seldom is asked for four times
   * from one move to the next. Default: `everyMs`.
   */
  readonly everyMsMax?: number | undefined;
  readonly clock: () => number;
  readonly signal: AbortSignal;
}

/**
 * Keeps the height that a quorum of endpoints has called final. It never goes down: an endpoint
 * that is behind, or fewer than a quorum that answer, leave it where it was.
 *
 * @example
 * ```ts
 * const final = createFinalHeight({ quorum, ask: readFinalHeight, everyMs: 2_000, clock, signal });
 * heads.listen(() => void final.refresh());
 * ```
 */
export function createFinalHeight(options: FinalHeightOptions): FinalHeight {
  const { quorum, ask, everyMs, everyMsMax = everyMs, clock, signal } = options;
  let height = 0;
  let movedAt: number | undefined;
  let pauseMs = everyMs;
  let askedAt = -Infinity;
  let asking: Promise<void> | undefined;

  async function read(): Promise<void> {
    try {
      const reached = await quorum.height({ subject: 'final height', ask }, signal);
      if (reached === undefined || reached <= height) return;
      height = reached;
      const now = clock();
      const quarter = movedAt === undefined ? 0 : ageOf({ observedAt: movedAt }, now) / 4;
      pauseMs = Math.min(Math.max(quarter, everyMs), everyMsMax);
      movedAt = now;
    } finally {
      asking = undefined;
    }
  }

  return {
    latest: () => height,
    refresh: () => {
      if (asking !== undefined) return asking;
      if (ageOf({ observedAt: askedAt }, clock()) < pauseMs) return Promise.resolve();
      askedAt = clock();
      // The old height stays true where the question fails.
      asking = read().catch(() => undefined);
      return asking;
    },
  };
}
