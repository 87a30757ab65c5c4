import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { depositoryAbi } from '@portage/contracts';
import {
  signatureDataSchema,
  withdrawalPreparedSchema,
  withdrawalStatusSchema,
} from '@portage/core/schemas';
import { createDevnet, evmChain, type Devnet } from '@portage/devnet';
import { casesOf } from '@portage/testing';
import { withdrawalDigest, type WithdrawalMessage } from '@portage/withdrawals';
import {
  createPublicClient,
  createWalletClient,
  http,
  pad,
  parseEther,
  zeroAddress,
  type Hex,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openStopped } from './openDatabase.js';
import { startProcess, type ServiceProcess } from './startProcess.js';
import { balanceOf, getQuote, post, sendSteps } from './transfer.js';
import { untilSettled } from './untilSettled.js';
import { watchStatus } from './watchStatus.js';

/** A signed withdrawal or claim is paid once, wherever the process dies meanwhile. */
let devnet: Devnet;
let dataDir: string;
const running = new Set<ServiceProcess>();
const base = 8453;
const deposited = parseEther('0.05');

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portage-kill-withdrawal-'));
  devnet = await createDevnet({ accounts: 10, blockTimeSeconds: 0.25 });
});

afterAll(async () => {
  await devnet.close();
  await rm(dataDir, { recursive: true, force: true });
});

afterEach(async () => {
  await Promise.all([...running].map((service) => service.stop('SIGKILL')));
});

function start(env: Readonly<Record<string, string>> = {}): ServiceProcess {
  const service = startProcess(['--devnet', devnet.file, '--data', dataDir, '--port', '0'], env);
  running.add(service);
  void service.ended.then(() => running.delete(service));
  return service;
}

function ownerOf(index: number) {
  const found = devnet.description.accounts[index];
  if (found === undefined) throw new Error(`No account ${String(index)}.`);
  return privateKeyToAccount(found.privateKey);
}

/** Pays in what no order takes. */
async function depositUnmatched(index: number): Promise<void> {
  const { rpcUrl, contracts } = evmChain(devnet.description, base);
  const account = ownerOf(index);
  const { chain } = devnet.client(base);
  const wallet = createWalletClient({ account, chain, transport: http(rpcUrl) });
  const hash = await wallet.writeContract({
    abi: depositoryAbi,
    address: contracts.depository,
    functionName: 'depositNative',
    args: [account.address, pad(account.address, { size: 32 })],
    value: deposited,
  });
  const reader = createPublicClient({ transport: http(rpcUrl), pollingInterval: 50 });
  expect(await reader.waitForTransactionReceipt({ hash })).toMatchObject({ status: 'success' });
}

/** Prepares once the chain calls the deposit final. */
async function prepare(url: string, index: number, recipient: Hex): Promise<WithdrawalMessage> {
  const terms = {
    ...{ chainId: 'base', ownerChainId: 'base', currency: zeroAddress, recipient },
    ...{ owner: ownerOf(index).address, amount: deposited.toString() },
  };
  const ask = () => post(url, '/withdrawals/request', terms);
  await expect.poll(async () => (await ask()).status).toBe(200);
  const prepared = withdrawalPreparedSchema.parse((await ask()).body);
  return { ...terms, ...prepared };
}

describe('kill -9 during a withdrawal', () => {
  test.each(
    casesOf({
      daily: ['refund-stored'],
      nightly: ['refund-settlement', 'refund-stored', 'refund-sent'],
    }),
  )('at %s: paid once', async (point, index) => {
    const recipient: Hex = `0x${(0x77d000 + index).toString(16).padStart(40, '0')}`;
    const doomed = start({ PORTAGE_FAILPOINT: point });
    const url = await doomed.url;
    await depositUnmatched(index);
    const message = await prepare(url, index, recipient);
    const signature = await ownerOf(index).signMessage({
      message: { raw: withdrawalDigest(message) },
    });
    const signed = { ...message, signature };
    // The process may die before it has answered.
    await post(url, '/withdrawals/request', signed).catch(() => undefined);
    expect(await doomed.ended).toEqual({ code: null, signal: 'SIGKILL' });

    const service = start();
    const nextUrl = await service.url;
    // Whoever got no answer sends the same again, which is the same job.
    const again = await post(nextUrl, '/withdrawals/request', signed);
    expect(again).toMatchObject({ status: 200, body: { jobId: message.nonce } });
    const read = async () => {
      const answer = await fetch(`${nextUrl}/withdrawals/status?id=${message.nonce}`);
      return withdrawalStatusSchema.parse(await answer.json());
    };
    await expect.poll(async () => (await read()).status).toBe('executed');
    await untilSettled(dataDir, devnet);
    const paid = await balanceOf(devnet, base, recipient);
    expect((await read()).withdrawal?.['paidAmount']).toBe(paid.toString());
    expect(paid).toBeGreaterThan((deposited * 9n) / 10n);
    expect(paid).toBeLessThan(deposited);
    expect(await service.stop()).toEqual({ code: 0, signal: null });
    const store = await openStopped(dataDir, devnet);
    try {
      expect(await store.ledger.audit()).toEqual([]);
      expect(
        await store.query(`select state from outbox where order_id = $1`, [
          Buffer.from(message.nonce.slice(2), 'hex'),
        ]),
      ).toEqual([{ state: 'mined' }]);
    } finally {
      await store.close();
    }
  });
});

describe('kill -9 during a claim of app fees', () => {
  const claimed = parseEther('0.002');
  const app = () => ownerOf(8);

  interface ClaimStep {
    readonly claimId: string;
    readonly path: string;
    readonly body: unknown;
  }

  /** The step of a claim with its signature, once there is that much to be claimed. */
  async function signClaim(url: string, recipient: Hex): Promise<ClaimStep> {
    const body = { chainId: base, currency: zeroAddress, recipient, amount: claimed.toString() };
    const ask = () => post(url, `/app-fees/${app().address.toLowerCase()}/claim`, body);
    await expect.poll(async () => (await ask()).status).toBe(200);
    const { steps } = z
      .object({ steps: z.array(z.object({ items: z.array(z.object({ data: z.unknown() })) })) })
      .parse((await ask()).body);
    const { sign, post: to } = signatureDataSchema.parse(steps[0]?.items[0]?.data);
    if (sign.signatureKind !== 'eip191') throw new Error('A claim is signed as a message.');
    const signature = await app().signMessage({ message: { raw: sign.message as Hex } });
    const { requestId } = z.object({ requestId: z.string() }).parse(to.body);
    return {
      claimId: requestId,
      path: `${to.endpoint}?signature=${signature}`,
      body: to.body,
    };
  }

  /** Has the app earn enough for all claims of this file. */
  async function earn(url: string): Promise<void> {
    const payer = ownerOf(7);
    const quote = await getQuote(url, {
      user: payer.address,
      recipient: payer.address,
      originChainId: base,
      destinationChainId: 10,
      originCurrency: zeroAddress,
      destinationCurrency: zeroAddress,
      tradeType: 'EXACT_INPUT',
      amount: parseEther('0.1').toString(),
      appFees: [{ recipient: app().address, fee: '1000' }],
    });
    await sendSteps(devnet, devnet.description.accounts[7]!.privateKey, quote);
    const requestId = quote.steps[0]?.requestId ?? '';
    expect((await watchStatus(url, requestId)).at(-1)?.status).toBe('success');
  }

  test('at each point: paid once', async () => {
    const first = start();
    await earn(await first.url);
    expect(await first.stop()).toEqual({ code: 0, signal: null });
    const points = casesOf({
      daily: ['claim-stored'],
      nightly: ['claim-settlement', 'claim-stored', 'claim-sent'],
    });
    const claimIds: string[] = [];
    for (const [point, index] of points) {
      const recipient: Hex = `0x${(0x77e000 + index).toString(16).padStart(40, '0')}`;
      const doomed = start({ PORTAGE_FAILPOINT: point });
      const signed = await signClaim(await doomed.url, recipient);
      // The process may die before it has answered.
      await post(await doomed.url, signed.path, signed.body).catch(() => undefined);
      expect(await doomed.ended).toEqual({ code: null, signal: 'SIGKILL' });

      const service = start();
      const url = await service.url;
      const status = async (): Promise<unknown> => {
        const answer = await fetch(`${url}/intents/status/v3?requestId=${signed.claimId}`);
        return Reflect.get((await answer.json()) as object, 'status');
      };
      await expect.poll(status).toBe('success');
      // Whoever got no answer sends the same again.
      const again = await post(url, signed.path, signed.body);
      expect(again).toMatchObject({ status: 409, body: { errorCode: 'CLAIM_USED' } });
      await untilSettled(dataDir, devnet);
      expect(await balanceOf(devnet, base, recipient)).toBe(claimed);
      expect(service.log()).not.toContain('a payment does not match its order');
      expect(await service.stop()).toEqual({ code: 0, signal: null });
      claimIds.push(signed.claimId);
    }
    const store = await openStopped(dataDir, devnet);
    try {
      expect(await store.ledger.audit()).toEqual([]);
      const made = await store.query<{ claim: string; state: string }>(
        `select order_id as claim, state from outbox where purpose = 'claim' and state <> 'replaced' order by stored_at`,
      );
      expect(made).toEqual(claimIds.map((claim) => ({ claim, state: 'mined' })));
    } finally {
      await store.close();
    }
  });
});
