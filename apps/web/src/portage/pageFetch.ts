import { shareStream } from './shareStream.js';

/** A `fetch` of this page that shares one status stream with the other pages of the browser. */
export function pageFetch(
  fetcher: typeof fetch = (input, init) => fetch(input, init),
): typeof fetch {
  return shareStream(fetcher, {
    // Types say that there are always some; browsers have none on a page without TLS.
    locks: (navigator as Partial<Navigator>).locks,
    document,
  });
}
