/**
 * Facilities of a browser by which its pages agree with each other, and know whether they are seen.
 */
export interface Browser {
  /** Locks of all pages of the browser; undefined where it has none, as without TLS. */
  readonly locks: LockManager | undefined;
  readonly document: Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>;
}

type Fetch = typeof globalThis.fetch;

/** Lock that the page holds whose stream is open. */
const lockName = 'portage:stream';
const streamType = 'text/event-stream';

/**
 * A `fetch` that opens one status stream for all pages of a browser: over HTTP/1.1 a browser has
 * six connections to a service, and each stream keeps one. The other pages, and hidden ones, ask
 * for one status at a time; the client asks again by itself. Where there are no locks each page
 * that is seen has a stream of its own.
 */
export function shareStream(fetcher: Fetch, browser: Browser): Fetch {
  return async (input, init = {}) => {
    const headers = new Headers(init.headers);
    if (headers.get('accept') !== streamType) return await fetcher(input, init);
    const release = browser.document.hidden ? undefined : await takeTurn(browser.locks);
    if (release !== undefined) return await openStream(fetcher, input, init, { browser, release });
    headers.set('accept', 'application/json');
    return await fetcher(input, { ...init, headers });
  };
}

/** Takes the lock; returns how to give it back, or undefined where another page holds it. */
async function takeTurn(locks: LockManager | undefined): Promise<(() => void) | undefined> {
  if (locks === undefined) return () => undefined;
  return await new Promise((resolve) => {
    locks
      .request(lockName, { ifAvailable: true }, (lock) =>
        lock === null
          ? resolve(undefined)
          : new Promise<void>((release) => {
              resolve(release);
            }),
      )
      // A page that is being left gets no lock.
      .catch(() => resolve(undefined));
  });
}

interface Turn {
  readonly browser: Browser;
  readonly release: () => void;
}

/** Opens a stream that ends when the page is hidden, and gives the turn back when it ends. */
async function openStream(
  fetcher: Fetch,
  input: Parameters<Fetch>[0],
  init: RequestInit,
  { browser: { document }, release }: Turn,
): Promise<Response> {
  const inner = new AbortController();
  const stop = (): void => inner.abort();
  const onHidden = (): void => {
    if (document.hidden) stop();
  };
  const end = (): void => {
    document.removeEventListener('visibilitychange', onHidden);
    init.signal?.removeEventListener('abort', stop);
    release();
  };
  if (init.signal?.aborted === true) stop();
  init.signal?.addEventListener('abort', stop);
  document.addEventListener('visibilitychange', onHidden);
  try {
    const response = await fetcher(input, { ...init, signal: inner.signal });
    if (response.body === null) end();
    return response.body === null ? response : new Response(ending(response.body, end), response);
  } catch (error) {
    end();
    throw error;
  }
}

/** The same bytes, with a call once there are no more of them, or their reader stops. */
function ending(body: ReadableStream<Uint8Array>, onEnd: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read();
        if (!done) {
          controller.enqueue(value);
          return;
        }
        onEnd();
        controller.close();
      } catch (error) {
        onEnd();
        controller.error(error);
      }
    },
    cancel: async (reason) => {
      onEnd();
      await reader.cancel(reason);
    },
  });
}
