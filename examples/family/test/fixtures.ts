import { randomBytes } from 'node:crypto';
import { testEnvironment } from '@portage/testing';
import type { ExecutorFixture, ExecutorItem, VmFixture } from '@portage/testing/conformance';
import { tally } from '../src/index.js';
import { openKey, type TallyKey } from '../src/openKey.js';
import {
  createTallyExecutor,
  depository,
  native,
  tallyCodec,
  type TallyWallet,
} from '../src/wallet.js';
import { startNode, type TallyNode } from './node/startNode.js';

const chainId = 3586257;
const usdc = `tly${'c0'.repeat(32)}`;
const solverSeed = '51'.repeat(32);
const payer = openKey('0a'.repeat(32));
const orderId = `0x${'0d'.repeat(32)}`;
const unknownTransactionId = `0x${'5e'.repeat(32)}`;

/** Starts a node on which the payer and the solver have money. */
async function startFunded(): Promise<TallyNode> {
  const { address: solver } = openKey(solverSeed);
  const node = await startNode({ chainId, releaser: solver });
  for (const account of [solver, payer.address])
    for (const currency of [native, usdc]) node.credit(account, currency, 10n ** 9n);
  return node;
}

function settingsOf({ url }: TallyNode): Readonly<Record<string, unknown>> {
  return {
    vm: 'tally',
    id: chainId,
    slug: 'tally',
    name: 'Tally',
    rpcUrls: [url],
    devnet: true,
    pollMs: 20,
    assets: [
      { id: 'tally', symbol: 'TLY', name: 'Tally', address: native, decimals: 6 },
      { id: 'usdc', symbol: 'USDC', name: 'USD Coin', address: usdc, decimals: 6 },
    ],
  };
}

function walletOf(key: TallyKey): TallyWallet {
  return { address: key.address, sign: (text) => key.sign(text) };
}

/** Makes a funded chain with a wallet for `testVm`. */
export async function createVmFixture(): Promise<VmFixture> {
  const node = await startFunded();
  const keys = { solver: solverSeed };
  const open = (settings: unknown, signal: AbortSignal) =>
    tally.prepare(settings).open(testEnvironment(signal, { keys }));
  return {
    codec: tallyCodec,
    addresses: [
      { text: usdc, canonical: usdc },
      { text: `TLY${payer.address.slice(3).toUpperCase()}`, canonical: payer.address },
    ],
    invalidAddresses: ['tly', `${usdc}0`, usdc.slice(0, -1), `0x${usdc.slice(3)}`],
    transactionIds: [{ text: `0x${'AB'.repeat(32)}`, canonical: `0x${'ab'.repeat(32)}` }],
    invalidTransactionIds: ['0x', `0x${'ab'.repeat(31)}`, 'ab'.repeat(32)],
    unknownTransactionId,
    open: (signal) => open(settingsOf(node), signal),
    openMisconfigured: (signal) => open({ ...settingsOf(node), id: chainId + 1 }, signal),
    executor: createTallyExecutor({
      wallet: walletOf(payer),
      nodes: { [chainId]: node.url },
      pollMs: 10,
    }),
    currencies: [native, usdc],
    amount: () => 1_000n,
    freshAccount: () => `tly${randomBytes(32).toString('hex')}`,
    refusedRecipients: [depository, native, usdc],
    mine: async (blocks) => {
      for (let block = 0; block < blocks; block += 1) node.mine();
      // The chain learns of them with its next poll.
      await new Promise((resolve) => setTimeout(resolve, 50));
    },
    blocksToFinality: 1,
    close: () => node.close(),
  };
}

/** Makes a wallet that a test controls for `testExecutor`. */
export async function createExecutorFixture(): Promise<ExecutorFixture> {
  const node = await startFunded();
  let requests = 0;
  let declines = 0;
  const wallet: TallyWallet = {
    address: payer.address,
    sign: (text) => {
      requests += 1;
      if (declines === 0) return payer.sign(text);
      declines -= 1;
      return Promise.resolve(undefined);
    },
  };
  const said = { depository, orderId, depositor: payer.address, currency: usdc };
  const dataOf = (amount: string) => ({ vm: 'tally', chainId, deposit: { ...said, amount } });
  const item = (name: string, amount: string): ExecutorItem => ({
    ...inStep(dataOf(amount)),
    name,
    effects: [{ type: 'deposit', chainId, ...said, amount: BigInt(amount) }],
  });
  return {
    executor: createTallyExecutor({ wallet, nodes: { [chainId]: node.url }, pollMs: 10 }),
    items: [item('a deposit', '25'), item('another one', '26')],
    foreign: [
      { name: 'an EVM transaction', ...inStep({ to: '0x', data: '0x', value: '0', chainId }) },
      { name: 'an amount that is no amount', ...inStep(dataOf('-1')) },
    ],
    reverting: item('a deposit of too much', '999999999999'),
    unknownTransactionId,
    requests: () => requests,
    declineNext: () => void (declines += 1),
    mine: async () => node.mine(),
    close: () => node.close(),
  };
}

function inStep(data: Record<string, unknown>): Pick<ExecutorItem, 'item' | 'step'> {
  const item = { status: 'incomplete' as const, data };
  return {
    item,
    step: { id: 'deposit', action: '', description: '', kind: 'transaction', items: [item] },
  };
}
