import { requestFault } from '@portage/core';
import type { RequestsV3Query } from './entryV3.js';

const byBlock = { message: 'Requests are not listed by block.', hint: 'Use startTimestamp.' };
const byTime = {
  message: 'Requests are not listed by the time of their fill.',
  hint: 'Use startTimestamp and endTimestamp.',
};

/** Members of the query that are refused, each with what to do instead. */
const refused = {
  startBlock: byBlock,
  endBlock: byBlock,
  fillTimeMin: byTime,
  fillTimeMax: byTime,
  filters: {
    message: 'Groups of filters are not offered.',
    hint: 'Send the filters as members of the query, one call for each group.',
  },
} as const;

/**
 * Refuses by name what the list cannot tell, rather than passing it over.
 *
 * @throws PortageError `UNSUPPORTED_FEATURE`
 */
export function refuseV3(query: RequestsV3Query): void {
  const refuse = (path: string, message: string, hint: string): never => {
    throw requestFault(path, message, { code: 'UNSUPPORTED_FEATURE', message, hint });
  };
  for (const path of ['startBlock', 'endBlock', 'fillTimeMin', 'fillTimeMax', 'filters'] as const)
    if (query[path] !== undefined) refuse(path, refused[path].message, refused[path].hint);
  if (query.includeTotal === true)
    refuse('includeTotal', 'Requests are not counted.', 'Leave includeTotal out.');
  if (query.sortBy === 'amountUsd')
    refuse('sortBy', 'Requests are not sorted by their worth.', 'Sort by createdAt.');
}
