import { describe, expect, it } from 'vitest';
import { createAnswers } from './createAnswers.js';

/** Questions that stay open until they are answered by name. */
function open() {
  const answers = createAnswers<number>({
    keptMs: 1_000,
    clock: () => 0,
    onFailure: () => undefined,
  });
  const waiting = new Map<string, (value: number) => void>();
  const ask = (question: string, caller?: string) =>
    answers.ask(question, () => new Promise((resolve) => waiting.set(question, resolve)), caller);
  const askMany = (caller: string | undefined, count: number): number =>
    Array.from({ length: count }, (_, index) =>
      ask(`${caller ?? 'own'} ${String(index)}`, caller),
    ).filter((asked) => asked instanceof Promise).length;
  return { answers, waiting, ask, askMany };
}

describe('T15: questions to a venue that are open', () => {
  it('are 16 of a caller at most, who takes no other’s place', () => {
    const { ask, askMany } = open();
    expect(askMany('address a', 200)).toBe(16);
    expect(ask('one more', 'address a')).toBe('full');
    expect(askMany('key b', 200)).toBe(16);
    expect(askMany(undefined, 200)).toBe(32);
    expect(ask('one more', 'address c')).toBe('full');
    expect(ask('one more')).toBe('full');
  });

  it('are awaited by all who ask the same', () => {
    const { ask, askMany } = open();
    const asked = ask('the same', 'address b');
    expect(askMany('address a', 200)).toBe(16);
    expect(ask('the same', 'address a')).toBe(asked);
  });

  it('leave their place with the answer, which is kept for all', async () => {
    const { answers, waiting, ask, askMany } = open();
    askMany('address a', 16);
    const asked = ask('address a 0', 'address a');
    waiting.get('address a 0')!(7);
    await asked;
    expect(answers.get('address a 0')).toEqual({ value: 7, askedAt: 0 });
    expect(ask('address a 0', 'address b')).toBeUndefined();
    expect(ask('one more', 'address a')).toBeInstanceOf(Promise);
    expect(ask('two more', 'address a')).toBe('full');
  });
});
