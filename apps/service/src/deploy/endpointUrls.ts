import { z } from 'zod';

const url = z.url({ protocol: /^https?$/ });

/** URLs of a chain's endpoints, written alone or with more about each. */
export const endpointUrls: z.ZodType<string[]> = z
  .array(z.union([url, z.looseObject({ url }).transform((endpoint) => endpoint.url)]))
  .min(1);
