import type { Endpoint } from '@portage/chain-kit';
import { expect, test } from 'vitest';
import { checkDecimals } from './checkDecimals.js';

const signal = new AbortController().signal;
const token = {
  id: 'usdc',
  symbol: 'USDC',
  name: 'USD Coin',
  address: `0x${'a0'.repeat(20)}`,
  decimals: 6,
  isNative: false,
  supportsBridging: true,
};

function endpointThatAnswers(...replies: Awaited<ReturnType<Endpoint['ask']>>): Endpoint {
  return {
    label: 'https://rpc.example',
    ask: () => Promise.resolve(replies),
  } as unknown as Endpoint; // the part that is used
}

test('takes tokens that say what was configured, and those that say nothing', async () => {
  const replies = [
    { ok: true as const, result: `0x${'6'.padStart(64, '0')}` },
    { ok: true as const, result: '0x' },
    { ok: false as const, error: { code: 3, message: 'execution reverted' } },
  ];
  await checkDecimals(endpointThatAnswers(...replies), [token, token, token], signal);
});

test('C4: refuses a token that has other decimals', async () => {
  const reply = { ok: true as const, result: `0x${'12'.padStart(64, '0')}` };
  await expect(checkDecimals(endpointThatAnswers(reply), [token], signal)).rejects.toThrow(
    /the token usdc at 0xa0.* has 18 decimals, not 6/,
  );
});
