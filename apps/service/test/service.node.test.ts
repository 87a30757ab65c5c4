import { mkdtemp, readFile, rm, access } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDevnet, type Devnet } from '@portage/devnet';
import { openStore } from '@portage/store';
import { createPublicClient, http, parseEther, zeroAddress, type Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseDir } from '../src/index.js';
import { startProcess, type ServiceProcess } from './startProcess.js';
import { countFills, getQuote, post, sendSteps } from './transfer.js';
import { watchStatus } from './watchStatus.js';

let devnet: Devnet;
let dataDir: string;
let service: ServiceProcess;
let url: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portage-service-'));
  devnet = await createDevnet({ accounts: 10 });
  service = startProcess(['--devnet', devnet.file, '--data', dataDir, '--port', '0']);
  url = await service.url;
});

afterAll(async () => {
  await service.stop();
  await devnet.close();
  await rm(dataDir, { recursive: true, force: true });
});

function account(index: number): { readonly address: Hex; readonly privateKey: Hex } {
  const found = devnet.description.accounts[index];
  if (found === undefined) throw new Error(`No account ${String(index)}.`);
  return found;
}

test('a transfer: quote, deposit, and a stream of its statuses to success', async () => {
  const { address, privateKey } = account(0);
  const recipient: Hex = '0x00000000000000000000000000000000000e2e01';
  const quote = await getQuote(url, { user: address, recipient, originChainId: 8453, destinationChainId: 10, amount: parseEther('0.1').toString() });
  const requestId = quote.steps[0]!.requestId!;
  const watching = watchStatus(url, requestId);
  const [deposit] = await sendSteps(devnet, privateKey, quote);
  const seen = await watching;
  expect(seen[0]).toMatchObject({ requestId, status: 'waiting', originChainId: 8453, destinationChainId: 10 });
  const last = seen.at(-1)!;
  expect(last).toMatchObject({ status: 'success', inTxHashes: [deposit], amountOut: quote.details.currencyOut.amount, failReason: 'N/A' });
  expect(seen.map(({ status }) => status)).toEqual([...new Set(seen.map(({ status }) => status))]);
  const balance = await createPublicClient({ transport: http(devnet.description.chains['10']!.rpcUrl) }).getBalance({ address: recipient });
  expect(balance.toString()).toBe(quote.details.currencyOut.amount);
  const plain = await fetch(`${url}/intents/status/v3?requestId=${requestId}`);
  expect(await plain.json()).toEqual(last);
});
