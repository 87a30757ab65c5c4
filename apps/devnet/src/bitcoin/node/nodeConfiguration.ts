import { z } from 'zod';

/** Configuration of the chain's process. */
export const nodeConfigurationSchema = z.object({
  /** Wanted port. */
  port: z.number().int(),
  /** Milliseconds between blocks; 0 for blocks on demand only. */
  blockMs: z.number().int().nonnegative(),
  /** Seed of 32 bytes in hex; it makes the chain's hashes unique. */
  seed: z.string().regex(/^[0-9a-f]{64}$/),
  users: z.number().int().nonnegative(),
  /** Bytes of all OP_RETURN scripts of a transaction, at most. */
  dataCarrierBytes: z.number().int().nonnegative(),
  /** Weight of a block that the node mines, at most. */
  minedWeightMax: z.number().int().min(8_000).max(4_000_000),
});

/** Configuration of the chain's process. */
export type NodeConfiguration = z.infer<typeof nodeConfigurationSchema>;

/** Line of JSON that the process prints once it answers. */
export const nodeReadySchema = z.object({
  port: z.number().int(),
  /** Block that completes the funding of the accounts. */
  startBlock: z.object({ height: z.number().int(), hash: z.string() }),
});

/** First line of the process, written once it answers requests. */
export type NodeReady = z.infer<typeof nodeReadySchema>;
