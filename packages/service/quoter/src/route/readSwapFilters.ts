import { requestFault, type ParsedQuoteBody } from '@portage/core';

/** Which sources a swap may use, and how long its ways may be. */
export interface SwapFilter {
  readonly included?: readonly string[] | undefined;
  readonly excluded?: readonly string[] | undefined;
  readonly hopsMax?: number | undefined;
}

/** The filters of both sides of a request. */
export interface SwapFilters {
  readonly origin: SwapFilter;
  readonly destination: SwapFilter;
}

/** Every source, and ways of any length. */
const noFilters: SwapFilters = { origin: {}, destination: {} };

const members = [
  'includedSwapSources',
  'excludedSwapSources',
  'includedOriginSwapSources',
  'includedDestinationSwapSources',
] as const;

/**
 * Reads which sources a request lets swaps use. What is included for one side must be included for
 * both, where both are said.
 *
 * @param known - names of all sources
 * @throws PortageError `INVALID_REQUEST` for a name that no source has
 * @see docs/spec/quote.md#routing
 */
export function readSwapFilters(body: ParsedQuoteBody, known: ReadonlySet<string>): SwapFilters {
  // Most requests name none.
  if (members.every((member) => body[member] === undefined) && body.maxRouteLength === undefined)
    return noFilters;
  for (const member of members) {
    const index = body[member]?.findIndex((name) => !known.has(name)) ?? -1;
    if (index >= 0) refuseName(`${member}.${String(index)}`, known);
  }
  const { includedSwapSources: both, excludedSwapSources: excluded, maxRouteLength } = body;
  const side = (own: readonly string[] | undefined): SwapFilter => ({
    included:
      both === undefined || own === undefined
        ? (own ?? both)
        : own.filter((name) => both.includes(name)),
    excluded,
    hopsMax: maxRouteLength,
  });
  return {
    origin: side(body.includedOriginSwapSources),
    destination: side(body.includedDestinationSwapSources),
  };
}

function refuseName(path: string, known: ReadonlySet<string>): never {
  const message = 'is no source of swaps here';
  throw requestFault(path, message, {
    message: `${path}: ${message}.`,
    hint: `Sources: ${[...known].join(', ') || 'none'}.`,
  });
}
