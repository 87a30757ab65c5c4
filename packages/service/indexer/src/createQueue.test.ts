import type { ChainAdvance, ChainRollback } from '@portage/core/chain';
import { describe, expect, it } from 'vitest';
import { createQueue } from './createQueue.js';

const advance = (height: number): ChainAdvance => {
  const cursor = { height, hash: `0x${String(height)}`, time: height };
  return { type: 'advance', cursor, blocks: [cursor], events: [], finalizedHeight: height - 5 };
};
const rollback: ChainRollback = { type: 'rollback', to: { height: 1, hash: '0x1', time: 1 } };

describe('createQueue', () => {
  it('joins advances that wait, and keeps rollbacks between them', async () => {
    const queue = createQueue();
    for (const update of [advance(1), advance(2), rollback, advance(3)]) await queue.push(update);
    queue.end();
    expect(await queue.take()).toMatchObject({
      type: 'advance',
      cursor: { height: 2 },
      blocks: [{ height: 1 }, { height: 2 }],
      finalizedHeight: -3,
    });
    expect(await queue.take()).toBe(rollback);
    expect(await queue.take()).toMatchObject({ cursor: { height: 3 } });
    expect(await queue.take()).toBeUndefined();
  });

  it('hands an update over as soon as it comes, and tells why it ended', async () => {
    const queue = createQueue();
    const waiting = queue.take();
    await queue.push(advance(7));
    expect(await waiting).toMatchObject({ cursor: { height: 7 } });
    const next = queue.take();
    queue.end(new Error('the endpoint is gone'));
    await expect(next).rejects.toThrow('the endpoint is gone');
  });

  it('makes the observer wait while too much waits here', async () => {
    const queue = createQueue();
    let pushed = 0;
    const pushing = (async () => {
      for (let height = 1; height <= 300; height += 1) {
        await queue.push(advance(height));
        pushed = height;
      }
    })();
    await new Promise((resolve) => setImmediate(resolve));
    expect(pushed).toBe(255);
    await queue.take();
    await pushing;
    expect(pushed).toBe(300);
  });
});
