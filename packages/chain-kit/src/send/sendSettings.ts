import { z } from 'zod';

/** How an operator has transactions sent. */
export interface SendSettings {
  /**
   * Hosts that take signed transactions and keep them to themselves until they are in a block, such
   * as a builder's or a relay's. They are asked nothing else, may carry secrets and are never
   * printed. Default: none, so that transactions go to `rpcUrls` at once.
   */
  readonly sendUrls?: readonly string[] | undefined;
  /**
   * Blocks that pass over a transaction before it goes to `rpcUrls` as well. Default 3; on Solana
   * 30 slots.
   */
  readonly sendPublicAfterBlocks?: number | undefined;
}

/** The settings with their defaults. */
export interface ParsedSendSettings {
  readonly sendUrls: readonly string[];
  readonly sendPublicAfterBlocks: number;
}

/**
 * Members of {@link SendSettings} for a family's own schema.
 *
 * @param blocks - default of `sendPublicAfterBlocks`
 * @example
 * ```ts
 * const configSchema = z.object({ ...sendSettingsShape(3) });
 * ```
 */
export function sendSettingsShape(blocks: number): {
  readonly [Key in keyof ParsedSendSettings]-?: z.ZodType<
    ParsedSendSettings[Key],
    SendSettings[Key]
  >;
} {
  return {
    sendUrls: z
      .array(z.url({ protocol: /^https?$/ }))
      .max(8)
      .default([]),
    sendPublicAfterBlocks: z.number().int().min(0).max(1_000).default(blocks),
  };
}
