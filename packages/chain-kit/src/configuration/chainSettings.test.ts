import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { chainSettingsShape, type ChainSettings } from './chainSettings.js';
import { refuseUnsafe } from './refuseUnsafe.js';

const finality = [{ confirmations: 1 }];
const schema = z.object(chainSettingsShape({ pollMs: 100 })).transform(refuseUnsafe({ finality }));
const named = { id: 1, slug: 'one', name: 'one', finality };

/** Places of the addresses that are refused. */
const refused = (
  rpcUrls: ChainSettings['rpcUrls'],
  change: Partial<ChainSettings> = {},
): readonly string[] =>
  schema
    .safeParse({ ...named, rpcUrls, ...change })
    .error?.issues.map(({ path }) => path.join('.')) ?? [];

describe('endpoints of a chain', () => {
  it.each([
    [['https://rpc.example/a', 'https://rpc.example/a']],
    [['https://rpc.example/a', 'https://rpc.example/b?key=1']],
    [['https://rpc.example', 'http://user:secret@RPC.example/']],
    [['https://rpc.example', 'https://rpc.example.:443/']],
  ])('H8: %j are refused: one host would agree with itself', (urls) => {
    expect(refused(urls)).toEqual(['rpcUrls.1']);
  });

  it('differ in host or port', () => {
    expect(
      refused(['https://one.example', 'https://two.example.org', 'https://two.example.org:8545']),
    ).toEqual([]);
  });

  it.each<[string, ChainSettings['rpcUrls']]>([
    ['one alone', ['https://rpc.example']],
    ['two ports of one machine', ['http://10.0.0.1:1', 'http://10.0.0.1:2']],
    ['two hosts of one name', ['https://eth.alchemy.com', 'https://base.g.alchemy.com']],
    ['two names in a country', ['https://a.acme.co.uk', 'https://b.acme.co.uk']],
    [
      'two names of one operator',
      [
        { url: 'https://one.example', operator: 'Acme' },
        { url: 'https://two.example.org', operator: 'acme ' },
      ],
    ],
  ])('H8: %s are one operator, whose word is not enough', (_, urls) => {
    expect(refused(urls)).toEqual(['rpcUrls']);
    expect(refused(urls, { devnet: true })).toEqual([]);
  });

  it('H8: a quorum counts operators, and one is no quorum', () => {
    const urls = ['https://a.one.example', 'https://b.one.example', 'https://two.example.org'];
    expect(refused(urls)).toEqual([]);
    expect(refused(urls, { quorum: 2 })).toEqual([]);
    expect(refused(urls, { quorum: 3 })).toEqual(['quorum']);
    expect(refused(urls, { quorum: 1 })).toEqual(['quorum']);
    expect(refused(urls, { quorum: 1, devnet: true })).toEqual([]);
  });
});
