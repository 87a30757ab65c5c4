import { PortageError } from '@portage/core';
import { describe, expect, it } from 'vitest';
import { readTerms } from './readTerms.js';

const refuseOdd = (text: string): string => {
  if (text.startsWith('odd')) throw new PortageError('INVALID_ADDRESS', { message: 'It is odd.' });
  return text;
};
const chain = {
  slug: 'base',
  spend: {},
  owners: {},
  codec: { normalizeAddress: refuseOdd },
  assets: [{ address: 'usdc' }],
  checkRecipient: (account: string) => {
    if (account === 'ours') throw new PortageError('INVALID_RECIPIENT', { message: 'It is ours.' });
  },
};
const terms = {
  ownerChainId: 'base',
  owner: 'alice',
  chainId: 'base',
  currency: 'usdc',
  recipient: 'bob',
  amount: '7',
};

describe('S12: a refusal of a withdrawal names the member at fault', () => {
  it.each([
    ['chainId', { chainId: 'nowhere' }, 'UNSUPPORTED_CHAIN'],
    ['ownerChainId', { ownerChainId: 'nowhere' }, 'UNSUPPORTED_CHAIN'],
    ['currency', { currency: 'pepe' }, 'UNSUPPORTED_CURRENCY'],
    ['currency', { currency: 'odd' }, 'INVALID_ADDRESS'],
    ['recipient', { recipient: 'odd' }, 'INVALID_ADDRESS'],
    ['recipient', { recipient: 'ours' }, 'INVALID_RECIPIENT'],
    ['owner', { owner: 'odd' }, 'INVALID_ADDRESS'],
    ['amount', { amount: '0' }, 'INVALID_REQUEST'],
  ])('%s', (path, change, code) => {
    const read = () => readTerms({ all: [chain] } as never, { ...terms, ...change });
    expect(read).toThrow(
      expect.objectContaining({ code, details: [expect.objectContaining({ path })] }),
    );
  });
});
