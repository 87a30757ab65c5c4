import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../endpoint/createEndpoint.js';
import { createQuorum, type Dissent, type Quorum } from './createQuorum.js';

const never = (): Promise<never> => new Promise(() => undefined);

function endpointsOf(count: number): readonly Endpoint[] {
  return Array.from({ length: count }, (_, index) => ({
    label: String(index),
    ask: never,
    close: () => Promise.resolve(),
  }));
}

/** A quorum of two, and what each endpoint says. */
function openQuorum(
  count = 3,
  deadlineMs = 20,
): { readonly quorum: Quorum; readonly dissents: Dissent[]; readonly pass: (ms: number) => void } {
  const dissents: Dissent[] = [];
  let now = 0;
  const quorum = createQuorum(endpointsOf(count), {
    needed: 2,
    deadlineMs,
    clock: () => now,
    onDissent: (dissent) => dissents.push(dissent),
  });
  return { quorum, dissents, pass: (ms) => void (now += ms) };
}

type Answer = () => Promise<readonly (string | undefined)[]>;
const says =
  (...values: (string | undefined)[]): Answer =>
  () =>
    Promise.resolve(values);
const fails: Answer = () => Promise.reject(new Error('refused'));

/** Values of two items, as each endpoint answers. */
function read(quorum: Quorum, answers: readonly Answer[], asked: string[] = []) {
  return quorum.read({
    subject: 'values',
    items: 2,
    ask: ({ label }, signal) => {
      asked.push(label);
      const answer = answers[Number(label)]?.() ?? never();
      return Promise.race([
        answer,
        new Promise<never>((_, reject) =>
          signal.addEventListener('abort', () => reject(new Error('too late'))),
        ),
      ]);
    },
  });
}

describe('a quorum', () => {
  it('tells what enough endpoints agree on, item by item, and who said otherwise', async () => {
    const { quorum, dissents } = openQuorum();
    expect(await read(quorum, [says('a', 'x'), says('a', 'y'), says('b', 'z')])).toEqual([
      'a',
      undefined,
    ]);
    await expect
      .poll(() => dissents)
      .toEqual([{ endpoint: '2', subject: 'values', kind: 'disagreed' }]);
  });

  it('H1: does not wait for an endpoint that drips once enough agree', async () => {
    const { quorum } = openQuorum(3, 600_000);
    expect(await read(quorum, [never, says('a', 'x'), says('a', 'x')])).toEqual(['a', 'x']);
  });

  it('CB5, H1, H8: never lowers the quorum for endpoints that fail or are late', async () => {
    const { quorum, dissents } = openQuorum();
    expect(await read(quorum, [fails, never, says('a', 'x')])).toEqual([undefined, undefined]);
    expect(dissents.map(({ endpoint, kind }) => `${endpoint} ${kind}`)).toEqual([
      '0 failed',
      '1 failed',
    ]);
  });

  it('takes nothing to tell for no vote', async () => {
    const { quorum } = openQuorum();
    expect(await read(quorum, [says(undefined, 'x'), says('a', 'x'), says()])).toEqual([
      undefined,
      'x',
    ]);
  });

  it('lets an endpoint rest that keeps failing, and asks it again later', async () => {
    const { quorum, pass } = openQuorum();
    const answers = [fails, says('a', 'x'), says('a', 'x')];
    for (let i = 0; i < 3; i += 1) {
      await read(quorum, answers);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const resting: string[] = [];
    await read(quorum, answers, resting);
    expect(resting).toEqual(['1', '2']);
    pass(1_000);
    const rested: string[] = [];
    await read(quorum, [says('a', 'x'), ...answers.slice(1)], rested);
    expect(rested).toEqual(['0', '1', '2']);
  });

  it('asks all where too few are left', async () => {
    const { quorum } = openQuorum(2);
    for (let i = 0; i < 3; i += 1) await read(quorum, [fails, says('a', 'x')]);
    expect(await read(quorum, [says('a', 'x'), says('a', 'x')])).toEqual(['a', 'x']);
  });

  it.each([
    [[7, 5, 900], 7],
    [[7, 7, 6], 7],
    [[undefined, 9, 4], 4],
    [[undefined, undefined, 900], undefined],
  ] as const)('of heights %j has reached %s', async (heights, reached) => {
    const { quorum } = openQuorum();
    const height = await quorum.height({
      subject: 'final height',
      ask: ({ label }) => {
        const own = heights[Number(label)];
        return own === undefined ? Promise.reject(new Error('refused')) : Promise.resolve(own);
      },
    });
    expect(height).toBe(reached);
  });
});
