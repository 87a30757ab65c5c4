import { describe, expect, it } from 'vitest';
import { createHeadFeed } from './createHeadFeed.js';

describe('createHeadFeed', () => {
  it('tells listeners of another hash, since which the age counts', () => {
    let now = 1;
    const feed = createHeadFeed<{ readonly hash: string; readonly final: number }>(() => now);
    const heard: string[] = [];
    feed.listen(({ hash, final }) => heard.push(`${hash} ${String(final)}`));
    feed.publish({ hash: 'a', final: 0 });
    now = 2;
    feed.publish({ hash: 'a', final: 1 });
    expect(feed.latest()).toEqual({ value: { hash: 'a', final: 1 }, observedAt: 1 });
    feed.publish({ hash: 'b', final: 1 });
    expect(heard).toEqual(['a 0', 'b 1']);
    expect(feed.latest()?.observedAt).toBe(2);
  });

  it('answers at once with a head that was not seen, and else waits for the next', async () => {
    const feed = createHeadFeed<{ readonly hash: string }>(() => 0);
    const { signal } = new AbortController();
    const first = feed.next(undefined, signal);
    feed.publish({ hash: 'a' });
    const seen = await first;
    expect(seen).toEqual({ hash: 'a' });
    expect(await feed.next({ hash: 'z' }, signal)).toEqual({ hash: 'a' });
    const second = feed.next(seen, signal);
    feed.publish({ hash: 'b' });
    expect(await second).toEqual({ hash: 'b' });
  });

  it('gives up waiting when it is told to', async () => {
    const feed = createHeadFeed<{ readonly hash: string }>(() => 0);
    const stop = new AbortController();
    const waiting = feed.next(undefined, stop.signal);
    stop.abort();
    expect(await waiting).toBeUndefined();
    expect(await feed.next(undefined, stop.signal)).toBeUndefined();
  });
});
