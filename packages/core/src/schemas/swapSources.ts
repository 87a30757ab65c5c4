import { z } from 'zod';
import { chainIdSchema, queryNumber } from './primitives.js';

/** Query of `GET /swap-sources`. */
export const swapSourcesQuerySchema = z.object({
  chainId: queryNumber(chainIdSchema).optional(),
  referrer: z.string().max(256).optional(),
});

/** Answer of `GET /swap-sources`: the names that quotes include and exclude. */
export const swapSourcesResponseSchema = z.object({ sources: z.array(z.string()) });
