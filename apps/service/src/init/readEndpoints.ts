import { readFileSync } from 'node:fs';
import { PortageError } from '@portage/core';
import { z } from 'zod';
import { parsePart } from '../configuration/parsePart.js';

/** An endpoint, with its operator where the host does not tell. */
export type EndpointSetting =
  | string
  | { readonly url: string; readonly operator?: string; readonly callsPerSecondMax?: number };

const schema: z.ZodType<Readonly<Record<string, readonly EndpointSetting[]>>> = z.record(
  z.string(),
  z
    .array(
      z.union([
        z.url({ protocol: /^https?$/ }),
        z
          .strictObject({
            url: z.url({ protocol: /^https?$/ }),
            operator: z.string().optional(),
            callsPerSecondMax: z.number().int().min(1).max(100_000).optional(),
          })
          .transform(({ url, operator, callsPerSecondMax }) => ({
            url,
            ...(operator === undefined ? {} : { operator }),
            ...(callsPerSecondMax === undefined ? {} : { callsPerSecondMax }),
          })),
      ]),
    )
    .min(1),
);

/**
 * Reads a file of endpoints by the slugs of networks, as in
 * `{ "base": ["https://…", { "url": "https://…", "operator": "acme" }] }`.
 *
 * @throws PortageError `INVALID_CONFIGURATION`; its words never hold an endpoint, which may carry a
 *   secret
 */
export function readEndpoints(path: string): Readonly<Record<string, readonly EndpointSetting[]>> {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `The endpoints in ${path} cannot be read as JSON.`,
      hint: 'It holds lists by networks: { "base": ["https://…", "https://…"] }.',
    });
  }
  return parsePart(schema, value, []);
}
