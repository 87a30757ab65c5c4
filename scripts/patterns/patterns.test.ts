import { isSafe } from 'redos-detector';
import { describe, expect, test } from 'vitest';
import { readPatterns } from './readPatterns.js';

/** Code that reads what callers of the service send. */
const folders = [
  'packages/core/src',
  'packages/order/src',
  'packages/evm/src',
  'packages/solana/src',
  'packages/bitcoin/src',
  'packages/exchange/src',
  'packages/fees/src',
  'packages/withdrawals/src',
  'packages/service/access/src',
  'packages/service/api/src',
  'packages/service/quoter/src',
  'packages/service/settlement/src',
  'packages/service/solver/src',
  'packages/service/evm-chain/src/owners',
  'packages/service/solana-chain/src/owners',
  'packages/service/bitcoin-chain/src/owners',
  'packages/service/exchange-chain/src/owners',
];

/** Patterns that no caller's text meets, with what they read. */
const own: Readonly<Record<string, string>> = {
  '/\\{(\\w+)\\}/g': 'the paths of our own table of endpoints',
  '/\\/+$/': 'the address of a host in our configuration',
  '/-[\\w-]{4,}\\.\\w+$/': 'the names of the files of the app, looked up before',
  '/"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"/y': 'answers of the exchange; no text matches in two ways',
  '/<script(?: [^>]*)?>([\\s\\S]+?)<\\/script>/g': 'the pages of our own documentation',
};

const patterns = readPatterns(folders);

/** Steps that a search may take back at most, whatever the text. */
const maxScore = 1_000;

describe('T4: no text makes a pattern of the service search for long', () => {
  test.each(patterns.filter(({ text }) => own[text] === undefined))('$text', ({ text }) => {
    const end = text.lastIndexOf('/');
    const pattern = new RegExp(text.slice(1, end), text.slice(end + 1));
    expect(isSafe(pattern, { maxScore, timeout: 20_000 })).toMatchObject({ safe: true });
  });

  test('patterns that are let off are still there', () => {
    expect(patterns.length).toBeGreaterThan(30);
    const texts = new Set(patterns.map(({ text }) => text));
    expect(Object.keys(own).filter((text) => !texts.has(text))).toEqual([]);
  });

  test('a pattern that searches for long is found', () => {
    expect(isSafe(/^(a+)+$/, { maxScore }).safe).toBe(false);
  });
});
