import { z } from 'zod';

/** Configuration of the chain's process. */
export const nodeConfigurationSchema = z.object({
  /** Wanted port of the RPC; notifications are served on the next one. */
  port: z.number().int(),
  slotMs: z.number().positive(),
  confirmedAfter: z.number().int().min(1),
  finalizedAfter: z.number().int().min(1),
  /** Seed of 32 bytes in hex; it makes the chain's hashes unique. */
  seed: z.string().regex(/^[0-9a-f]{64}$/),
  users: z.number().int().nonnegative(),
  /** Mint of USDC; by default an own one. */
  usdcMint: z.string().optional(),
  /**
   * Accounts at the start, with just the lamports that rent requires. Programs' accounts follow
   * their data.
   */
  accounts: z.array(
    z.object({
      address: z.string(),
      owner: z.string(),
      executable: z.boolean(),
      dataBase64: z.string(),
    }),
  ),
});

/** Configuration of the chain's process. */
export type NodeConfiguration = z.infer<typeof nodeConfigurationSchema>;

/** Line of JSON that the process prints once it answers. */
export const nodeReadySchema = z.object({
  port: z.number().int(),
  wsPort: z.number().int(),
  genesisHash: z.string(),
});

/** Number of newest blocks that are kept: hours of them. */
export const blocksMax = 50_000;

/** Number of blocks for which a blockhash may be used, as on the main network. */
export const blockhashWindow = 150;

/** Exit code of the process when there is no VM for this machine. */
export const exitWithoutVm = 78;
