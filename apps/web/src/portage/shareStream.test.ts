import { describe, expect, it } from 'vitest';
import { shareStream, type Browser } from './shareStream.js';

/** Locks of a browser, as far as pages here use them. */
function createLocks(): LockManager {
  const held = new Set<string>();
  const request = async (
    name: string,
    _: LockOptions,
    use: (lock: Lock | null) => unknown,
  ): Promise<unknown> => {
    if (held.has(name)) return use(null);
    held.add(name);
    try {
      return await use({ name, mode: 'exclusive' });
    } finally {
      held.delete(name);
    }
  };
  // What is not asked for here is left out.
  return { request } as unknown as LockManager;
}

/** A page of a browser, and the kinds of answers that its calls asked for. */
function openTab(locks: LockManager | undefined) {
  const asked: (string | null)[] = [];
  const listeners = new Set<() => void>();
  const document = {
    hidden: false,
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  };
  const fetcher: typeof fetch = (_, init) => {
    asked.push(new Headers(init?.headers).get('accept'));
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode('data: 1\n\n'));
        init?.signal?.addEventListener('abort', () => controller.error(new Error('aborted')));
      },
    });
    return Promise.resolve(new Response(body));
  };
  // As above.
  const shared = shareStream(fetcher, { locks, document } as unknown as Browser);
  const follow = async (signal?: AbortSignal) => {
    const answer = await shared('/status', {
      headers: { accept: 'text/event-stream' },
      signal: signal ?? null,
    });
    return answer.body!.getReader();
  };
  const hide = (hidden: boolean): void => {
    document.hidden = hidden;
    for (const listener of listeners) listener();
  };
  return { asked, follow, hide, shared, listeners };
}

const stream = 'text/event-stream';
const plain = 'application/json';

describe('one stream for a browser', () => {
  it('is the first page’s, and the next one’s once that has ended', async () => {
    const locks = createLocks();
    const [first, second] = [openTab(locks), openTab(locks)];
    const reader = await first.follow();
    await second.follow();
    expect([first.asked, second.asked]).toEqual([[stream], [plain]]);
    await reader.cancel();
    await second.follow();
    expect(second.asked).toEqual([plain, stream]);
    expect(first.listeners.size).toBe(0);
  });

  it('is one in a page that follows two requests', async () => {
    const tab = openTab(createLocks());
    await tab.follow();
    await tab.follow();
    expect(tab.asked).toEqual([stream, plain]);
  });

  it('is let go by a page that nobody sees, which asks plainly', async () => {
    const locks = createLocks();
    const [hidden, seen] = [openTab(locks), openTab(locks)];
    const reader = await hidden.follow();
    await reader.read();
    hidden.hide(true);
    await expect(reader.read()).rejects.toThrow('aborted');
    await seen.follow();
    await hidden.follow();
    expect([hidden.asked, seen.asked]).toEqual([[stream, plain], [stream]]);
  });

  it('is let go where its reader stops', async () => {
    const locks = createLocks();
    const stop = new AbortController();
    const [first, second] = [openTab(locks), openTab(locks)];
    const reader = await first.follow(stop.signal);
    await reader.read();
    stop.abort();
    await expect(reader.read()).rejects.toThrow('aborted');
    await second.follow();
    expect(second.asked).toEqual([stream]);
  });

  it('is one each where the browser has no locks', async () => {
    const [first, second] = [openTab(undefined), openTab(undefined)];
    await first.follow();
    await second.follow();
    expect([first.asked, second.asked]).toEqual([[stream], [stream]]);
  });

  it('is no matter of other calls', async () => {
    const tab = openTab(createLocks());
    await tab.shared('/quote/v2', { headers: { accept: plain } });
    expect(tab.asked).toEqual([plain]);
  });
});
