import { z } from 'zod';

const hex = z.string().regex(/^[0-9a-fA-F]*$/);

/** Account with its API key, as far as the exchange knows it. */
const accountSchema = z.object({
  accountIndex: z.number().int(),
  apiKeyIndex: z.number().int(),
  publicKey: z.templateLiteral(['0x', hex]),
  owner: z.object({ address: z.templateLiteral(['0x', hex]) }),
});

/** Account that the exchange starts with. */
export type GenesisAccount = z.infer<typeof accountSchema>;

/** Configuration of the exchange's process. */
export const nodeConfigurationSchema = z.object({
  /** Wanted port. */
  port: z.number().int(),
  /** Milliseconds between blocks; 0 for blocks on demand only. */
  blockMs: z.number().int().nonnegative(),
  /** Accounts at the start. The devnet has derived their keys before it starts the process. */
  keys: z.object({
    users: z.array(accountSchema),
    roles: z.object({ solver: accountSchema, depository: accountSchema }),
  }),
  /** Contract of an EVM chain whose deposits are credited. */
  gateway: z
    .object({
      rpcUrl: z.string(),
      address: z.templateLiteral(['0x', z.string().regex(/^[0-9a-fA-F]{40}$/)]),
      height: z.number().int(),
    })
    .optional(),
});

/** Configuration of the exchange's process. */
export type NodeConfiguration = z.infer<typeof nodeConfigurationSchema>;

/** Line of JSON that the process prints once it answers. */
export const nodeReadySchema = z.object({ port: z.number().int() });

/** First line of the process, written once it answers requests. */
export type NodeReady = z.infer<typeof nodeReadySchema>;
