import { readFileSync } from 'node:fs';
import { isPortageError, PortageError } from '@portage/core';
import { z } from 'zod';
import { parseJson } from '../configuration/parseJson.js';
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
    value = parseJson(readFileSync(path, 'utf8'), `The endpoints in ${path}`);
  } catch (error) {
    if (isPortageError(error)) throw error;
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `The endpoints in ${path} cannot be read as JSON.`,
      hint: 'It holds lists by networks: { "base": ["https://…", "https://…"] }.',
    });
  }
  // An endpoint at the place of a network would stand in the words of the error.
  if (typeof value === 'object' && value !== null && !Object.keys(value).every(isSlug))
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `The endpoints in ${path} have a name that is no network.`,
      hint: 'They stand by the slugs of networks: { "base": ["https://…"] }.',
    });
  return parsePart(schema, value, []);
}

function isSlug(name: string): boolean {
  return /^[a-z0-9-]{1,64}$/.test(name);
}
