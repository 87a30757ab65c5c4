import type { ChainInfo } from '@portage/sdk';
import { describe, expect, it } from 'vitest';
import { transactionUrl } from './transactionUrl.js';

const chainOf = (members: Partial<ChainInfo>): ChainInfo =>
  // A link reads no other member of a chain.
  ({ explorerUrl: 'https://explorer.example', ...members }) as ChainInfo;

describe('a link to a transaction', () => {
  it.each<[string, Partial<ChainInfo>, string]>([
    ['as explorers mostly have it', {}, 'https://explorer.example/tx/0xab'],
    [
      'without a second slash',
      { explorerUrl: 'https://explorer.example/' },
      'https://explorer.example/tx/0xab',
    ],
    [
      'by the path of the chain',
      { explorerPaths: { transaction: '/transaction/{TX_HASH}' } },
      'https://explorer.example/transaction/0xab',
    ],
    [
      'with the query of the chain',
      { explorerQueryParams: { cluster: 'devnet' } },
      'https://explorer.example/tx/0xab?cluster=devnet',
    ],
    [
      'below a path',
      { explorerUrl: 'https://mempool.example/testnet' },
      'https://mempool.example/testnet/tx/0xab',
    ],
  ])('%s', (_, chain, url) => {
    expect(transactionUrl(chainOf(chain), '0xab')).toBe(url);
  });

  it('does not leave its path, whatever the id says', () => {
    expect(transactionUrl(chainOf({}), '../../evil?x#y')).toBe(
      'https://explorer.example/tx/..%2F..%2Fevil%3Fx%23y',
    );
  });

  it.each(['', 'javascript:alert(1)', 'explorer.example', 'data:text/html,x'])(
    'is none where the explorer is %j',
    (explorerUrl) => {
      expect(transactionUrl(chainOf({ explorerUrl }), '0xab')).toBeUndefined();
    },
  );
});
