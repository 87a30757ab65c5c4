import { createQuorum, type Endpoint } from '@portage/chain-kit';
import { bytesToHex } from '@portage/core';
import { expect, it } from 'vitest';
import type { OwnedCoin } from '../coins/coin.js';
import { createCoinMemory } from './createCoinMemory.js';
import { balanceOf } from './openCoins.js';

const script = Uint8Array.from([0, 0x14, ...Array.from({ length: 20 }, () => 7)]);
const coinOf = (digit: string, value: bigint): OwnedCoin => ({
  txId: digit.repeat(64),
  vout: 0,
  value,
  script,
});
const [large, small, spent] = [coinOf('a', 500n), coinOf('b', 20n), coinOf('c', 3n)];

/** Behaviour of a node that is asked for a coin. */
type Mood = 'honest' | 'denies all' | 'fails';

/** A node of Core that has the first two coins. */
function createNode(label: string, mood: () => Mood): Endpoint {
  return {
    label,
    ask: async (requests) => {
      if (mood() === 'fails') throw new Error('no answer');
      return requests.map(({ params: [txId] }) => {
        const coin = [large, small].find((one) => one.txId === txId);
        const isTold = mood() === 'honest' && coin !== undefined;
        const hex = bytesToHex(script).slice(2);
        const value = Number(coin?.value ?? 0n) / 100_000_000;
        return {
          ok: true,
          result: isTold ? { value, scriptPubKey: { hex }, confirmations: 9 } : null,
        };
      });
    },
    close: () => Promise.resolve(),
  };
}

it('CB1, CB5: a coin of which no quorum tells the same is neither spent nor gone', async () => {
  const moods: Mood[] = ['honest', 'honest', 'honest'];
  const nodes = moods.map((_, index) => createNode(`node ${index}`, () => moods[index] ?? 'fails'));
  const quorum = createQuorum(nodes, { needed: 2, deadlineMs: 1_000, clock: Date.now });
  const memory = createCoinMemory({
    quorum,
    finalDepth: 6,
    ageMsMax: 60_000,
    clock: Date.now,
    list: () =>
      Promise.resolve({ coins: [large, small, spent], completeAt: undefined, unlisted: [] }),
  });
  await memory.refresh();
  expect(balanceOf(memory, script)).toBe(520n);
  // All of them agree on the one that is spent, and so the reading as a whole does not fail.
  moods.splice(0, 3, 'honest', 'denies all', 'fails');
  await memory.refresh();
  expect(balanceOf(memory, script)).toBeUndefined();
  expect(memory.spendable()).toEqual([]);
  moods.splice(0, 3, 'honest', 'denies all', 'honest');
  await memory.refresh();
  expect(balanceOf(memory, script)).toBe(520n);
});
