import { z } from 'zod';
import { sourceOf } from './sourceOf.js';

const usdTable = z.record(z.string(), z.string());

/** Name of a feed: `http`, `fixed`, or one of a chain, as in `pool@base` and `chainlink@base`. */
const feedName = z
  .string()
  .regex(
    /^(?:http|fixed|[a-z][a-z0-9-]{0,31}@[a-z][a-z0-9-]{0,31})$/,
    'must be "http", "fixed", or a feed of a chain as in "pool@base" or "chainlink@base"',
  );

const hostSchema = z.url({ protocol: /^https?$/ });

const httpSchema = z.strictObject({
  url: z.union([hostSchema, z.array(hostSchema).min(1).max(5)]),
  ids: z.record(
    z.string(),
    z.string().regex(/^(?:0x)?[0-9a-fA-F]{64}$/, 'must be 32 bytes in hex'),
  ),
  headers: z.record(z.string(), z.string()).optional(),
  pollMs: z.number().int().min(100).max(60_000).optional(),
  timeoutMs: z.number().int().min(100).max(60_000).optional(),
  bytesMax: z.number().int().min(1_000).max(67_108_864).optional(),
});

const feedsSchema = z
  .strictObject({
    source: z.literal('feeds'),
    /** HTTP price publisher in the shape of Hermes. There is no default host. */
    http: httpSchema.optional(),
    /** USD per whole unit by asset id. */
    fixed: usdTable.optional(),
    /** Feed that prices each asset, and the feed that must agree. */
    assets: z.record(z.string(), z.strictObject({ primary: feedName, guard: feedName.optional() })),
  })
  .superRefine(({ http, fixed, assets }, context) => {
    for (const [assetId, feeds] of Object.entries(assets)) {
      if (feeds.primary === feeds.guard)
        context.addIssue({
          code: 'custom',
          path: ['assets', assetId, 'guard'],
          message: 'must be another feed than the primary one',
        });
      if (sourceOf(feeds.primary).startsWith('pools@') && feeds.guard === undefined)
        context.addIssue({
          code: 'custom',
          path: ['assets', assetId, 'guard'],
          message: 'is needed where a pool is the price: a trade can move it',
        });
      for (const [role, name] of Object.entries(feeds)) {
        if (name === 'http' && http?.ids[assetId] === undefined)
          context.addIssue({
            code: 'custom',
            path: ['assets', assetId, role],
            message: 'needs http.ids to name the asset',
          });
        if (name === 'fixed' && fixed?.[assetId] === undefined)
          context.addIssue({
            code: 'custom',
            path: ['assets', assetId, role],
            message: 'needs fixed to name the asset',
          });
      }
    }
  });

/**
 * Sources of prices. `fixed`: a table; `feeds`: for each asset a feed, and maybe a second one that
 * must agree.
 */
export const pricesSchema = z.discriminatedUnion('source', [
  z.strictObject({ source: z.literal('fixed'), usd: usdTable }),
  feedsSchema,
]);

/** Checked configuration of price sources. */
export type PricesConfiguration = z.output<typeof pricesSchema>;
