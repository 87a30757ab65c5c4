import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from './eventually.js';
import { stillMsMax, waitMsMax } from './patience.js';

const what = 'the fill';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** Runs a wait on a clock that jumps from timer to timer, and gives its value or its message. */
async function run(wait: Promise<unknown>): Promise<unknown> {
  const ended = wait.catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  return await ended;
}

/** A read that counts its looks. */
function counting(): { looks: () => number; read: () => number } {
  let looks = 0;
  return { looks: () => looks, read: () => (looks += 1) };
}

describe('a wait that ends well', () => {
  it('gives the first value that the predicate takes', async () => {
    expect(await run(eventually(counting().read, (value) => value === 3, { what }))).toBe(3);
  });

  it('looks at least once, and at once', async () => {
    expect(
      await eventually(
        () => 1n,
        (value) => value === 1n,
        { what, msMax: 0 },
      ),
    ).toBe(1n);
  });

  it('takes an assertion, which throws until the value is right', async () => {
    const { read } = counting();
    expect(await run(eventually(read, (value) => expect(value).toBe(4), { what }))).toBe(4);
  });

  it('takes an assertion that is awaited', async () => {
    const { read } = counting();
    const matcher = (value: number) => expect(Promise.resolve(value)).resolves.toBe(2);
    expect(await run(eventually(read, matcher, { what }))).toBe(2);
  });

  it('reads again where a read throws', async () => {
    const { read } = counting();
    const late = async (): Promise<number> => {
      const value = read();
      if (value < 3) throw new Error('not there yet');
      return value;
    };
    expect(await run(eventually(late, () => true, { what }))).toBe(3);
  });

  it('takes what is right a moment before the deadline', async () => {
    const at = Date.now() + waitMsMax - 1;
    expect(await run(eventually(() => Date.now() >= at, Boolean, { what }))).toBe(true);
  });
});

describe('a wait in vain', () => {
  it('tells what, how long, how often, the last value and the last error', async () => {
    const refuse = (): never => {
      throw new Error('expected 2n');
    };
    const ended = await run(eventually(() => ({ held: 1n }), refuse, { what, msMax: 100 }));
    expect(ended).toMatchObject({
      message: [
        'waited in vain for the fill: the time was over (looked 3 times in 0.1 s)',
        'last value: {"held":"1n"}',
        'last error: Error: expected 2n',
      ].join('\n'),
      cause: new Error('expected 2n'),
    });
  });

  it('keeps the last value where later reads fail', async () => {
    const { read } = counting();
    const lost = (): number => {
      if (read() > 1) throw new Error('connection lost');
      return 7;
    };
    const ended = await run(eventually(lost, () => false, { what, msMax: 100 }));
    expect(String(ended)).toMatch(/last value: 7\nlast error: Error: connection lost/);
  });

  it('tells where no read gave a value', async () => {
    const ended = run(
      eventually(
        () => Promise.reject(new Error('down')),
        () => true,
        { what },
      ),
    );
    expect(String(await ended)).toMatch(/no read gave a value\nlast error: Error: down/);
  });

  it('tells the end of a log', async () => {
    const log = (): string => `${'x'.repeat(9_000)} halted: price is stale`;
    const ended = String(
      await run(
        eventually(
          () => 1,
          () => false,
          { what, log },
        ),
      ),
    );
    expect(ended).toMatch(/end of the log:\nx+ halted: price is stale$/);
    expect(ended.length).toBeLessThan(4_000);
  });

  it('tells itself where the log cannot be read', async () => {
    const log = (): string => {
      throw new Error('no such file');
    };
    const ended = await run(
      eventually(
        () => 1,
        () => false,
        { what, log },
      ),
    );
    expect(String(ended)).toMatch(/it could not be read: Error: no such file/);
  });

  it('cuts a long value, and tells one that is no JSON', async () => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    const ended = String(
      await run(
        eventually(
          () => circle,
          () => false,
          { what },
        ),
      ),
    );
    expect(ended).toMatch(/last value: \[object Object\]/);
    const long = String(
      await run(
        eventually(
          () => 'x'.repeat(5_000),
          () => false,
          { what },
        ),
      ),
    );
    expect(long.length).toBeLessThan(800);
  });

  it('ends a read that never ends', async () => {
    const hung = (): Promise<number> => new Promise(() => undefined);
    expect(String(await run(eventually(hung, () => true, { what })))).toMatch(/did not end within/);
  });

  it('looks once more where the machine slept over the deadline', async () => {
    let isFilled = false;
    const wait = eventually(() => isFilled, Boolean, { what });
    await vi.advanceTimersByTimeAsync(10);
    vi.setSystemTime(Date.now() + 10 * waitMsMax);
    isFilled = true;
    expect(await run(wait)).toBe(true);
  });
});

describe('a world that stands still', () => {
  it('ends the wait early', async () => {
    const startedAt = Date.now();
    const pulse = (): bigint => 12n;
    const ended = await run(
      eventually(
        () => 1,
        () => false,
        { what, pulse },
      ),
    );
    expect(String(ended)).toMatch(`nothing moved for ${String(stillMsMax / 1_000)} s`);
    expect(Date.now() - startedAt).toBeLessThan(stillMsMax + 100);
  });

  it('is no such world as long as a block comes', async () => {
    const pulse = (): number => Math.floor(Date.now() / (stillMsMax - 1_000));
    const ended = await run(
      eventually(
        () => 1,
        () => false,
        { what, pulse },
      ),
    );
    expect(String(ended)).toMatch(/the time was over/);
  });

  it('cannot be told from a reading that fails', async () => {
    const pulse = (): never => {
      throw new Error('no answer');
    };
    const ended = await run(
      eventually(
        () => 1,
        () => false,
        { what, pulse },
      ),
    );
    expect(String(ended)).toMatch(/the time was over/);
  });

  it('is not taken from one look after a long stop', async () => {
    const { looks, read } = counting();
    const wait = eventually(read, (value) => value === 10, { what, pulse: () => 1 });
    await vi.advanceTimersByTimeAsync(100);
    // Timers do not fire while a process is stopped, and time goes on.
    const before = looks();
    vi.advanceTimersByTime(stillMsMax + 1);
    expect(looks()).toBeLessThanOrEqual(before + 1);
    expect(await run(wait)).toBe(10);
  });
});
