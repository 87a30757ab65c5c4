import type { RequestsQuery } from '@portage/settlement';
import type { RenderOptions } from '../../requests/renderRequest.js';
import type { RequestContent } from '../../requests/requestContent.js';
import type { RouteContext } from '../context.js';
import { readContents } from '../readPage.js';

/** How requests are printed, and which of them are kept. */
export interface EntrySearch<Entry> {
  readonly print: (content: RequestContent, options: Pick<RenderOptions, 'priceOf'>) => Entry;
  readonly filters: readonly ((entry: Entry) => boolean)[];
}

/** Entries of one answer; the cursor is there while there may be more. */
export interface FoundEntries<Entry> {
  readonly requests: Entry[];
  readonly continuation?: string;
}

/** Pages of the store that one call looks through at most. */
const pagesMax = 6;
/** Requests that a page of the store holds where not all of them are kept. */
const pageSize = 50;

/**
 * Entries that all filters allow. One call looks through 300 requests at most: an answer may hold
 * fewer than were asked for, or none, and a continuation that goes on behind them.
 */
export async function findEntries<Entry>(
  context: RouteContext,
  query: RequestsQuery,
  { print, filters }: EntrySearch<Entry>,
): Promise<FoundEntries<Entry>> {
  const found: Entry[] = [];
  let continuation = query.continuation;
  const sizeOf = filters.length === 0 ? query.limit : pageSize;
  for (let page = 0; page < pagesMax; page += 1) {
    const asked = { ...query, continuation, limit: sizeOf };
    const read = await readContents(context, asked);
    const kept = read.contents
      .map((content, index) => ({ entry: print(content, read.options), index }))
      .filter(({ entry }) => filters.every((filter) => filter(entry)));
    const wanted = kept.slice(0, query.limit - found.length);
    found.push(...wanted.map(({ entry }) => entry));
    ({ continuation } = read);
    const last = wanted.at(-1);
    if (found.length < query.limit && continuation !== undefined) continue;
    if (last !== undefined && last.index + 1 < read.contents.length && found.length >= query.limit)
      // The cursor behind the last entry that the answer has room for.
      ({ continuation } = await context.store.getRequests({ ...asked, limit: last.index + 1 }));
    break;
  }
  return { requests: found, ...(continuation === undefined ? {} : { continuation }) };
}
