import { bytesToHex } from '@portage/core';
import { describe, expect, it } from 'vitest';
import { claimDigest } from './claimDigest.js';
import { prepareAppFeeClaim } from './actions/prepareAppFeeClaim.js';
import { prepareWithdrawal } from './actions/prepareWithdrawal.js';
import type { ChainTransport } from './findChain.js';

const listed = [
  { id: 8453, protocol: { v2: { chainId: 'base' } } },
  { id: 10, protocol: { v2: { chainId: 'optimism' } } },
];
const terms = {
  currency: `0x${'83'.repeat(20)}`,
  amount: '1000000',
  owner: `0x${'f3'.repeat(20)}`,
  recipient: `0x${'70'.repeat(20)}`,
};
const expiresAt = Math.floor(Date.now() / 1000) + 900;
const requestId = `0x${'cd'.repeat(32)}`;
const wallet = terms.owner;
const { currency, recipient, amount } = terms;

/** A service, and the bodies that it was asked with. */
function open(chains: unknown = listed) {
  const asked: unknown[] = [];
  const claim = { claimId: requestId, wallet, chainId: 10, currency, recipient, amount, expiresAt };
  const sign = { signatureKind: 'eip191', message: bytesToHex(claimDigest(claim)) };
  const data = { sign, post: { body: { requestId } }, claim };
  const answers: Readonly<Record<string, unknown>> = {
    chains: { chains },
    withdrawalRequest: {
      nonce: `0x${'ab'.repeat(32)}`,
      amount,
      additionalData: { fee: '1000', expiresAt },
    },
    appFeeClaim: { steps: [{ kind: 'signature', items: [{ data }] }] },
  };
  const transport: ChainTransport = {
    call: (endpoint, { body }) => {
      asked.push(body ?? endpoint);
      return Promise.resolve(answers[endpoint]);
    },
  };
  return { transport, asked };
}

describe('a chain has one kind of name in all actions', () => {
  it.each([
    [8453, 10, ['chains', 'chains']],
    ['base', 10, ['chains']],
    ['base', 'optimism', []],
  ] as const)('withdraws with %s and %s', async (chainId, ownerChainId, before) => {
    const { transport, asked } = open();
    const message = await prepareWithdrawal(transport, { ...terms, chainId, ownerChainId });
    expect(message).toMatchObject({ chainId: 'base', ownerChainId: 'optimism' });
    const sent = { ...terms, chainId: 'base', ownerChainId: 'optimism' };
    expect(asked).toEqual([...before, sent]);
  });

  it.each([10, 'optimism'])('claims with %s', async (chainId) => {
    const { transport, asked } = open();
    const { message } = await prepareAppFeeClaim(transport, {
      wallet,
      chainId,
      currency,
      recipient,
      amount,
    });
    expect(message.chainId).toBe(10);
    expect(asked.at(-1)).toEqual({ chainId: 10, currency, recipient, amount });
  });

  it('a chain that is none is refused by name', async () => {
    for (const chains of [listed, 'none', [{}, null, { id: 1 }]]) {
      const { transport } = open(chains);
      await expect(
        prepareWithdrawal(transport, { ...terms, chainId: 5, ownerChainId: 'base' }),
      ).rejects.toMatchObject({ code: 'UNSUPPORTED_CHAIN' });
      await expect(
        prepareAppFeeClaim(transport, { wallet, chainId: 'nowhere', currency, recipient }),
      ).rejects.toMatchObject({ code: 'UNSUPPORTED_CHAIN' });
    }
  });

  it('a client’s own list is believed, not what the service says now', async () => {
    const { transport } = open([{ id: 8453, protocol: { v2: { chainId: 'elsewhere' } } }]);
    const pinned = { ...transport, chains: { read: () => Promise.resolve(listed as never) } };
    const asked = { ...terms, chainId: 8453, ownerChainId: 8453 };
    expect((await prepareWithdrawal(pinned, asked)).chainId).toBe('base');
  });
});
