import { join } from 'node:path';
import {
  configResponseSchema,
  currenciesResponseSchema,
  requestsResponseSchema,
} from '@portage/core/schemas';
import { parseEther, type Hex } from 'viem';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { expectSound } from './expectSound.js';
import { getQuote, sendSteps } from './transfer.js';
import { useDevnet } from './useDevnet.js';
import { watchStatus } from './watchStatus.js';

const local = useDevnet({ accounts: 1 });
let url: string;

beforeAll(async () => {
  url = await local.start('data', ['--log-level', 'debug']).url;
});
afterEach(() => expectSound(join(local.directory, 'data'), local.devnet));

async function read(path: string, init?: RequestInit): Promise<unknown> {
  const answer = await fetch(url + path, init);
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.json();
}

test('a transfer shows in the list with its transactions, and in the numbers', async () => {
  const { address, privateKey } = local.devnet.description.accounts[0]!;
  const recipient: Hex = '0x00000000000000000000000000000000000e2e07';
  const quote = await getQuote(url, {
    user: address,
    recipient,
    originChainId: 8453,
    destinationChainId: 10,
    amount: parseEther('0.1').toString(),
  });
  const watching = watchStatus(url, quote.steps[0]!.requestId!);
  const [deposit] = await sendSteps(local.devnet, privateKey, quote);
  const filled = (await watching).at(-1)!;
  const { requests } = requestsResponseSchema.parse(
    await read(`/requests/v2?user=${address}&status=success`),
  );
  expect(requests).toHaveLength(1);
  const [{ data, protocol }] = requests as [(typeof requests)[number]];
  expect(data.inTxs).toMatchObject([
    {
      hash: deposit,
      chainId: 8453,
      status: 'success',
      block: expect.any(Number) as number,
      timestamp: expect.any(Number) as number,
    },
  ]);
  expect(data.outTxs.map(({ hash }) => hash)).toEqual(filled.txHashes);
  expect(data.outTxs).toMatchObject([{ chainId: 10, status: 'success' }]);
  expect(protocol?.deposit?.origin).toMatchObject({
    amount: parseEther('0.1').toString(),
    chainId: 8453,
    transactionId: deposit,
  });
  expect(protocol?.settlement?.destination).toEqual({
    fills: [{ chainId: 10, transactionId: filled.txHashes[0] }],
    refunds: [],
  });
  for (const hash of [deposit, ...filled.txHashes])
    expect(await read(`/requests/v2?hash=${String(hash)}`)).toMatchObject({
      requests: [{ id: filled.requestId }],
    });

  const config = configResponseSchema.parse(
    await read(`/config/v2?originChainId=8453&destinationChainId=10&user=${address}&currency=usdc`),
  );
  expect(config).toMatchObject({
    enabled: true,
    supportsExternalLiquidity: false,
    solver: { address: local.devnet.description.roles.solver.address.toLowerCase() },
  });
  expect(BigInt(config.user!.balance)).toBeGreaterThan(0n);
  const found = currenciesResponseSchema.parse(
    await read('/currencies/v2', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"term":"usdc"}',
    }),
  );
  expect(found.map(({ chainId }) => chainId).sort((a, b) => a - b)).toEqual([
    10, 8453, 3_586_256, 792_703_809,
  ]);

  const numbers = await (await fetch(`${url}/metrics`)).text();
  expect(numbers).toMatch(/^portage_chain_height\{chain="base"\} [1-9]/m);
  expect(numbers).toMatch(/^portage_solver_balance\{chain="optimism",currency="usdc"\} [1-9]/m);
  expect(numbers).toContain('portage_quotes_total{result="OK"} 1');
});
