import { expect, onTestFinished, test } from 'vitest';
import { createDevnet } from '../createDevnet.js';

test('pages of the service may use the faucet alone, and other pages nothing', async () => {
  const devnet = await createDevnet({ chains: [{ id: 10, slug: 'optimism', name: 'Optimism' }] });
  onTestFinished(() => devnet.close());
  const own = 'http://127.0.0.1:4000';
  await devnet.setServiceUrl(own);
  const preflight = async (path: string, origin: string) => {
    const answer = await fetch(devnet.description.controlUrl + path, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    return [answer.status, answer.headers.get('access-control-allow-origin')];
  };
  expect(await preflight('/faucet', own)).toEqual([204, own]);
  for (const [path, origin] of [
    ['/faucet', 'http://evil.example'],
    ['/faucet', 'http://127.0.0.1:4001'],
    ['/faucet', 'null'],
    ['/reorg', own],
    ['/devnet.json', own],
  ] as const)
    expect([path, origin, ...(await preflight(path, origin))]).toEqual([path, origin, 405, null]);
  const address = '0x00000000000000000000000000000000000000aa';
  const paid = await fetch(`${devnet.description.controlUrl}/faucet`, {
    method: 'POST',
    headers: { origin: own, 'content-type': 'application/json' },
    body: JSON.stringify({ chainId: 10, address, native: '5' }),
  });
  expect([paid.status, paid.headers.get('access-control-allow-origin')]).toEqual([200, own]);
  expect(await devnet.client(10).getBalance({ address })).toBe(5n);
});
