import { recoverMessageAddress } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { expect, it } from 'vitest';
import { canonicalSignature } from './canonicalSignature.js';

const owner = privateKeyToAccount(`0x${'11'.repeat(32)}`);
const message = 'a withdrawal';
const recover = (signature: `0x${string}`): Promise<string> =>
  recoverMessageAddress({ message, signature });
const signed = await owner.signMessage({ message });
const parity = Number.parseInt(signed.slice(130), 16) - 27;
const raw = `${signed.slice(0, 130)}0${String(parity)}`;

it('ends in 27 or 28 where the account’s own key has signed', async () => {
  expect(await canonicalSignature(raw, { account: owner.address, recover })).toBe(signed);
  expect(await canonicalSignature(signed, { account: owner.address, recover })).toBe(signed);
});

it('stays as it is where a contract reads it: the last byte may say something else', async () => {
  const account = `0x${'ab'.repeat(20)}`;
  for (const signature of [raw, `${raw}00`, `0x${'11'.repeat(65)}`, `0x${'00'.repeat(64)}01`])
    expect(await canonicalSignature(signature, { account, recover })).toBe(signature);
});
