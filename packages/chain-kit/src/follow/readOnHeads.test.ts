import { describe, expect, it } from 'vitest';
import { createHeadFeed } from './createHeadFeed.js';
import { readOnHeads } from './readOnHeads.js';

describe('readOnHeads', () => {
  it('reads heads that come together once, and the last of them for certain', async () => {
    const feed = createHeadFeed<{ readonly hash: string }>(Date.now);
    const stop = new AbortController();
    const seen: (string | undefined)[] = [];
    await readOnHeads(
      () => {
        seen.push(feed.latest()?.value.hash);
        return Promise.resolve();
      },
      { heads: feed, afterHeadMs: 0, everyMs: 300, clock: Date.now, signal: stop.signal },
    );
    const last = () => seen.at(-1);
    feed.publish({ hash: 'a' });
    await expect.poll(last).toBe('a');
    for (const hash of ['b', 'c', 'd']) feed.publish({ hash });
    await expect.poll(last).toBe('d');
    expect(seen).toEqual([undefined, 'a', 'd']);
    stop.abort();
  });
});
