import { describe, expect, it } from 'vitest';
import { createTraceWatch } from './createTraceWatch.js';
import type { TransactionTracer } from './createTracer.js';

/** A watch whose ticks the test makes. */
function startWatch(look: (txId: string) => ReturnType<TransactionTracer['look']>) {
  const works = new Map<AbortSignal, () => void>();
  const looked: string[] = [];
  const watching = createTraceWatch({
    tracer: {
      look: (_, txId) => {
        looked.push(txId);
        return look(txId);
      },
    },
    clock: { every: (_, work, signal) => void works.set(signal, work) },
    log: () => undefined,
  });
  const tick = async (times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1) {
      for (const [signal, work] of works) if (!signal.aborted) work();
      await Promise.resolve();
      await Promise.resolve();
    }
  };
  return { watch: (chainId: number, txId: string) => watching.watch(chainId, txId), looked, tick };
}

describe('a transaction of which no log tells', () => {
  it('is looked for less and less often until it is taken in, and not twice at a time', async () => {
    const answers: Awaited<ReturnType<TransactionTracer['look']>>[] = [
      ...(['unknown', 'ahead', 'ahead', 'found'] as const),
    ];
    const { watch, looked, tick } = startWatch(() => Promise.resolve(answers.shift() ?? 'nothing'));
    void watch(1, 'a');
    void watch(1, 'a');
    await tick(1);
    expect(looked).toHaveLength(1);
    await tick(6);
    expect(looked).toHaveLength(3);
    await tick(1);
    expect(looked).toHaveLength(4);
    await tick(300);
    expect(looked).toHaveLength(4);
  });

  it('is given up after a minute, and an endpoint that fails is asked again', async () => {
    const { watch, looked, tick } = startWatch(() => Promise.reject(new Error('It is down.')));
    const ended = watch(1, 'a');
    await tick(256);
    expect(looked).toHaveLength(9);
    await tick(1_000);
    expect(looked).toHaveLength(9);
    await ended;
    void watch(1, 'a');
    await tick(1);
    expect(looked).toHaveLength(10);
  });

  it('is passed over where too many are looked for', async () => {
    const { watch, looked, tick } = startWatch(() => Promise.resolve('nothing'));
    for (let count = 0; count < 1_000; count += 1) expect(watch(1, String(count))).toBeDefined();
    expect(watch(1, 'one more')).toBeUndefined();
    await tick(1);
    expect(looked).toHaveLength(1_000);
  });
});
