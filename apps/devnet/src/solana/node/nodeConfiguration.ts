import { z } from 'zod';

/** What the process of the chain is told when it starts. */
export const nodeConfigurationSchema = z.object({
  /** Wanted port of the RPC; notifications are served on the next one. */
  port: z.number().int(),
  slotMs: z.number().positive(),
  confirmedAfter: z.number().int().min(1),
  finalizedAfter: z.number().int().min(1),
  /** 32 bytes in hex that make the chain's hashes its own. */
  seed: z.string().regex(/^[0-9a-f]{64}$/),
  users: z.number().int().nonnegative(),
  /**
   * Accounts that are there from the start, with just the lamports that rent asks for. Those of
   * programs follow their data.
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

/** What the process of the chain is told when it starts. */
export type NodeConfiguration = z.infer<typeof nodeConfigurationSchema>;

/** What it prints, in one line of JSON, once it answers. */
export const nodeReadySchema = z.object({
  port: z.number().int(),
  wsPort: z.number().int(),
  genesisHash: z.string(),
});

/** How many of the newest blocks are remembered: hours of them. */
export const blocksMax = 50_000;

/** For how many blocks a blockhash may be used, as on the main network. */
export const blockhashWindow = 150;

/** What the process ends with when there is no VM for this machine. */
export const exitWithoutVm = 78;
