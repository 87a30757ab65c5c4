import { z } from 'zod';

/** A venue of the shape of Jupiter's Swap API, as an operator writes it. */
export interface VenueSourceConfig {
  /** Name that requests include and exclude, as in `jupiter`. */
  readonly id: string;
  /** A venue that is asked over HTTP, for payments of the solver alone. */
  readonly kind: 'jupiter';
  /** Addresses of the API, as in `https://…/swap/v1`; the next one is asked where one fails. */
  readonly urls: readonly string[];
  /** Programs whose instructions are carried out. The operator vouches for each. */
  readonly programs: readonly string[];
  /** Sent as `x-api-key`. Default: none. */
  readonly apiKey?: string | undefined;
  /** Milliseconds until an answer must be there, the last byte included. Default 1000. */
  readonly timeoutMs?: number | undefined;
  /** Compute units that an instruction of the venue may use. Default 400000. */
  readonly computeUnits?: number | undefined;
  /** The most accounts that the venue may name, so that its instruction fits. Default 20. */
  readonly accountsMax?: number | undefined;
}

/** The configuration with its defaults. */
export type ParsedVenueConfig = {
  readonly [K in keyof VenueSourceConfig]-?: K extends 'apiKey'
    ? string | undefined
    : NonNullable<VenueSourceConfig[K]>;
};

/** Checks the configuration of a venue and fills in the defaults. */
export function venueSchema(
  id: z.ZodString,
  address: z.ZodString,
): z.ZodType<ParsedVenueConfig, VenueSourceConfig> {
  return z
    .strictObject({
      id,
      kind: z.literal('jupiter'),
      urls: z
        .array(z.url({ protocol: /^https?$/ }))
        .min(1)
        .max(4),
      programs: z.array(address).min(1).max(8),
      apiKey: z.string().min(1).max(500).optional(),
      timeoutMs: z.number().int().min(50).max(10_000).default(1_000),
      computeUnits: z.number().int().min(10_000).max(1_000_000).default(400_000),
      accountsMax: z.number().int().min(8).max(40).default(20),
    })
    .transform((parsed) => ({ ...parsed, apiKey: parsed.apiKey }));
}
