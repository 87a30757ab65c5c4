import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { chainSettingsShape } from './chainSettings.js';

const schema = z.object(chainSettingsShape({ finality: [{ confirmations: 1 }], pollMs: 100 }));

/** Places of the addresses that are refused. */
const refused = (...rpcUrls: string[]): readonly string[] =>
  schema
    .safeParse({ id: 1, slug: 'one', name: 'one', rpcUrls })
    .error?.issues.map(({ path }) => path.join('.')) ?? [];

describe('endpoints of a chain', () => {
  it.each([
    [['https://rpc.example/a', 'https://rpc.example/a']],
    [['https://rpc.example/a', 'https://rpc.example/b?key=1']],
    [['https://rpc.example', 'http://user:secret@RPC.example/']],
    [['https://rpc.example', 'https://rpc.example.:443/']],
  ])('H8: %j are refused: one host would agree with itself', (urls) => {
    expect(refused(...urls)).toEqual(['rpcUrls.1']);
  });

  it('differ in host or port', () => {
    expect(
      refused('https://one.example', 'https://two.example', 'https://two.example:8545'),
    ).toEqual([]);
  });
});
