import { chainSchema } from '@portage/core/schemas';
import { describeChain, nativeFirst, type ChainAsset } from '@portage/core/chain';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ChainPresentation } from './chainPresentation.js';
import { chainSettingsShape } from './chainSettings.js';

const schema = z.object(chainSettingsShape({ pollMs: 100 }));
const given = { id: 7, slug: 'seven', name: 'Seven', rpcUrls: ['https://rpc.example'] };
const native: ChainAsset = {
  id: 'sev',
  symbol: 'SEV',
  name: 'Seven',
  address: '0x',
  decimals: 18,
  supportsBridging: true,
  isNative: true,
};

/** The entry that a chain with this presentation has in `GET /chains`. */
function shown(presentation: ChainPresentation): Record<string, unknown> {
  const settings = schema.parse({ ...given, ...presentation });
  const info = describeChain(settings, nativeFirst([native], 'Seven'), {
    vmType: 'seven',
    solver: undefined,
    contracts: {},
    protocol: { v2: { chainId: 'seven' } },
  });
  return chainSchema.parse(info);
}

describe('what people see of a chain', () => {
  it('is what its operator wrote (chains-and-currencies#explorerPaths, chains-and-currencies#explorerQueryParams, chains-and-currencies#logoUrl, chains-and-currencies#statusMessage)', () => {
    const written = {
      explorerUrl: 'https://scan.example',
      explorerName: 'Scan',
      explorerPaths: { transaction: '/logs/{TX_HASH}', address: '/accounts/{ADDRESS}' },
      explorerQueryParams: { cluster: 'custom' },
      iconUrl: 'https://pictures.example/seven.png',
      logoUrl: 'https://pictures.example/seven-wide.png',
      brandColor: '#0052ff',
      statusMessage: 'An upgrade begins on Monday.',
      baseChainId: 1,
      tags: ['rollup'],
    };
    expect(shown(written)).toMatchObject(written);
  });

  it('leaves out what nobody wrote', () => {
    const entry = shown({});
    for (const member of ['explorerPaths', 'explorerQueryParams', 'logoUrl', 'statusMessage'])
      expect(entry).not.toHaveProperty(member);
    expect(entry).toMatchObject({ explorerUrl: '', iconUrl: '', baseChainId: null, tags: [] });
  });

  it.each<[string, object]>([
    ['brandColor', { brandColor: 'blue' }],
    ['logoUrl', { logoUrl: 'javascript:alert(1)' }],
    ['explorerPaths.transaction', { explorerPaths: { transaction: 'tx/{TX_HASH}' } }],
    ['explorerPaths', { explorerPaths: { block: '/block' } }],
    ['tags', { tags: 'rollup' }],
  ])('refuses a wrong %s and names it', (path, wrong) => {
    const { error } = schema.safeParse({ ...given, ...wrong });
    expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual([path]);
  });
});
