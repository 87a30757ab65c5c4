import { expect, it } from 'vitest';
import { judge } from './judge.js';
import { readAnswers, type NodeAnswer } from './readAnswers.js';
import { differencesOf, type Shape } from './shape.js';

const form: Shape = {
  slot: 'integer',
  'memo?': 'string | null',
  list: [{ id: 'hash' }],
  pair: { $tuple: ['base64', '=base64'] },
  either: { $either: [['integer'], 'null'] },
  rates: { $each: 'number' },
};
const sound = {
  slot: 1,
  memo: null,
  list: [{ id: 'ab'.repeat(32) }],
  pair: ['AA==', 'base64'],
  either: null,
  rates: { 2: 1.5 },
};

it('an answer of the form differs nowhere, with and without what may be missing', () => {
  expect(differencesOf(sound, form)).toEqual([]);
  const { slot, list, pair, either, rates } = sound;
  const without = { slot, list, pair, either, rates };
  expect(differencesOf(without, form)).toEqual([]);
});

it.each([
  [{ ...sound, slot: '1' }, 'slot: integer is wanted'],
  [{ ...sound, slot: undefined }, 'slot: integer is wanted'],
  [{ ...sound, more: 1 }, 'more: no such member is known'],
  [{ ...sound, memo: 1 }, 'memo: string | null is wanted'],
  [{ ...sound, list: {} }, 'list: a list is wanted'],
  [{ ...sound, list: [{}] }, 'list[].id: is missing'],
  [{ ...sound, list: [{ id: 'ab' }] }, 'list[].id: hash is wanted'],
  [{ ...sound, pair: ['AA=='] }, 'pair: 2 values are wanted'],
  [{ ...sound, pair: ['AA==', 'base58'] }, 'pair[1]: =base64 is wanted'],
  [{ ...sound, either: ['1'] }, 'either[]: integer is wanted'],
  [{ ...sound, rates: { 2: '1' } }, 'rates.*: number is wanted'],
  [null, ': an object is wanted'],
])('tells a difference by its place: %j', (value, difference) => {
  expect(differencesOf(value, form)).toEqual([difference]);
});

it('a kind that there is not is a fault of the file, not of the answer', () => {
  expect(() => differencesOf(1, 'integr')).toThrow('integr is no kind');
});

it('a difference that is written down passes, and fails once it is none', () => {
  const answer: NodeAnswer = { name: 'a', source: 's', method: 'm', params: [], result: 'integer' };
  const differences = [{ answer: 'a', differs: ': integer is wanted', reason: 'it is a test' }];
  expect(judge(answer, { result: 'x' }, { differences: [] })).toEqual([': integer is wanted']);
  expect(judge(answer, { result: 'x' }, { differences })).toEqual([]);
  expect(judge(answer, { result: 1 }, { differences })).toHaveLength(1);
});

it('an error is told by its code, and neither stands for the other', () => {
  const wanted: NodeAnswer = {
    name: 'a',
    source: 's',
    method: 'm',
    params: [],
    error: { code: -5 },
  };
  const differences: [] = [];
  const judged = (body: unknown): readonly string[] => judge(wanted, body, { differences });
  expect(judged({ error: { code: -5, message: 'x' } })).toEqual([]);
  expect(judged({ error: { code: -8, message: 'x' } })).toEqual(['the error -8 in place of -5']);
  expect(judged({ error: { code: -5 } })).toEqual(['the error has no message']);
  expect(judged({ result: 1 })).toEqual(['an answer in place of the error -5']);
});

it.each(['solana', 'bitcoin', 'esplora'])(
  'each difference of %s is of an answer in the file',
  (name) => {
    const { answers, differences } = readAnswers(name);
    const names = answers.map((each) => each.name);
    expect(new Set(names).size).toBe(names.length);
    for (const { answer } of differences) expect(names).toContain(answer);
  },
);
