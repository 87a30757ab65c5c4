import { depositoryAbi } from '@portage/contracts';
import { createDevnet, evmChain, type Devnet } from '@portage/devnet';
import { createWalletClient, http, parseEther, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jsonLines, runBin } from '../../test/runBin.js';

/** Delay of the devnet's depositories. */
const delay = 96 * 3_600;
const orderId: Hex = `0x${'ab'.repeat(32)}`;

let devnet: Devnet;

beforeAll(async () => {
  devnet = await createDevnet({
    chains: [{ id: 8453, slug: 'base', name: 'Base' }],
    ports: [0],
    controlPort: 0,
  });
  // Nothing listens there.
  await devnet.setServiceUrl('http://127.0.0.1:9');
});
afterAll(() => devnet.close());

async function deposit(account: number): Promise<Hex> {
  const client = devnet.client(8453);
  const signer = privateKeyToAccount(devnet.description.accounts[account]!.privateKey);
  const { rpcUrl, contracts } = evmChain(devnet.description, 8453);
  const hash = await createWalletClient({ account: signer, transport: http(rpcUrl) }).writeContract(
    {
      chain: client.chain,
      abi: depositoryAbi,
      address: contracts.depository,
      functionName: 'depositNative',
      args: [signer.address, orderId],
      value: parseEther('1.5'),
    },
  );
  expect((await client.waitForTransactionReceipt({ hash })).status).toBe('success');
  return hash;
}

it('asks for a deposit and takes it after the delay, where no service answers', async () => {
  const tx = await deposit(1);
  const args = ['reclaim', '--tx', tx, '--chain', 'base', '--devnet', devnet.file];
  const own = [...args, '--account', '1'];
  const asked = await runBin(own);
  expect(asked).toMatchObject({ code: 0, stderr: '' });
  expect(asked.stdout).toMatch(
    /Asked for 1\.5 of the native currency, by 0x[0-9a-f]{64}\. Run this again after 20/,
  );
  const early = await runBin([...own, '--json']);
  expect(early.code).toBe(1);
  expect(jsonLines(early.stdout)).toMatchObject([
    { event: 'error', code: 'RECLAIM_NOT_READY', readyAt: expect.any(Number) as number },
  ]);
  const other = await runBin([...args, '--account', '2']);
  expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining('belongs to') as string });
  await devnet.shiftClock(8453, delay);
  const key = devnet.description.accounts[1]!.privateKey;
  const taken = await runBin(
    ['reclaim', '--tx', tx, '--rpc', evmChain(devnet.description, 8453).rpcUrl, '--json'],
    { env: { PORTAGE_PRIVATE_KEY: key } },
  );
  expect(taken.code).toBe(0);
  expect(jsonLines(taken.stdout).at(-1)).toMatchObject({
    event: 'reclaim',
    status: 'taken',
    chainId: 8453,
    orderId,
    amount: parseEther('1.5').toString(),
  });
  const { depository } = evmChain(devnet.description, 8453).contracts;
  expect(await devnet.client(8453).getBalance({ address: depository })).toBe(0n);
  const again = await runBin(own);
  expect(again.code).toBe(1);
  expect(again.stderr).toContain('NOTHING_TO_RECLAIM');
  expect(again.stderr).toContain('it was taken back by transaction');
});

it('says what is missing', async () => {
  const env = { PORTAGE_PRIVATE_KEY: devnet.description.accounts[3]!.privateKey };
  for (const [args, message] of [
    [['--tx', orderId], '--rpc URL'],
    [['--tx', orderId, '--chain', 'moon', '--devnet', devnet.file], 'Chains: base'],
    [['--chain', 'base', '--devnet', devnet.file], '--tx HASH'],
    [['--tx', '0x12', '--chain', 'base', '--devnet', devnet.file], '64 hex digits'],
  ] as const)
    expect(await runBin(['reclaim', ...args], { env })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(message) as string,
    });
});
