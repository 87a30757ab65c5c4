import { z } from 'zod';

/** Faults that an operator of a test switches on. */
export const faultsSchema = z.object({
  /** Milliseconds by which transactions are shown too late. */
  lagMs: z.number().int().nonnegative().default(0),
  /** Order of histories: the newest first, or mixed. */
  order: z.enum(['exact', 'mixed']).default('exact'),
  /**
   * Pages of histories: as asked; each entry twice; later pages one entry too far, as when rows
   * vanish meanwhile; none.
   */
  pages: z.enum(['exact', 'duplicate', 'shift', 'empty']).default('exact'),
  /** Members that are answered falsely. */
  lies: z
    .array(z.enum(['amount', 'memo', 'status', 'nonce', 'fee', 'missing', 'receiver']))
    .default([]),
  /**
   * Numbers that stand for statuses: those of the published adapter of quotes, or those of the
   * exchange's own documentation (0 failed, 1 pending, 2 executed), which lacks the others.
   */
  numbers: z.enum(['adapter', 'documented']).default('adapter'),
  /** Whether histories and fees of an account are shown to its owner alone, by a token. */
  needsAuth: z.boolean().default(false),
  /** Whether the stream of channels ends all connections. */
  isStreamDown: z.boolean().default(false),
  /** Whether transfers are refused. */
  isPaused: z.boolean().default(false),
  /** Transactions that are taken without an answer, as when a connection ends too early. */
  unanswered: z.number().int().nonnegative().default(0),
  /** Transactions that get lost before they are taken. */
  dropped: z.number().int().nonnegative().default(0),
});

/** Faults that are on. */
export type FaultSettings = z.infer<typeof faultsSchema>;

/** Faults of an exchange. */
export interface Faults {
  current(): FaultSettings;
  /** Replaces all faults. */
  set(settings: FaultSettings): void;
  /** Whether this transaction gets lost, or the answer to it. */
  take(fault: 'dropped' | 'unanswered'): boolean;
}

/** Makes an exchange without faults. */
export function createFaults(): Faults {
  let settings = faultsSchema.parse({});
  return {
    current: () => settings,
    set: (next) => {
      settings = next;
    },
    take: (fault) => {
      const left = settings[fault];
      if (left > 0) settings = { ...settings, [fault]: left - 1 };
      return left > 0;
    },
  };
}
