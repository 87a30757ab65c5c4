import { pageLocks } from '../storage/pageLocks.js';
import { shareStream } from './shareStream.js';

/** A `fetch` of this page that shares one status stream with the other pages of the browser. */
export function pageFetch(
  fetcher: typeof fetch = (input, init) => fetch(input, init),
): typeof fetch {
  return shareStream(fetcher, { locks: pageLocks(), document });
}
