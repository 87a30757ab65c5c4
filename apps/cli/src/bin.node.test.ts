import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { depositoryAbi } from '@portage/contracts';
import { createDevnet, evmChain, type Devnet } from '@portage/devnet';
import { draftOrder, hashOrder } from '@portage/order';
import type { Quote, QuoteBody } from '@portage/sdk';
import { evmCodec } from '@portage/sdk/evm';
import { encodeFunctionData, parseEther, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  chains as chainFixtures,
  makeQuote,
  requestId,
} from '../../../packages/client/test/fixtures.js';
import {
  startSharedService,
  type Answer,
  type Heard,
  type ScriptedService,
} from '../../../packages/client/test/startService.js';
import { jsonLines, runBin } from '../test/runBin.js';

let devnet: Devnet;
let service: ScriptedService;
let directory: string;
/** Outcome of a deposit that the service has been told of. */
let fate: 'success' | 'refund' | 'nothing' = 'success';
let deposited: Hex | undefined;
/** Whether the newest quote is not paid yet. */
let isQuoted = false;

const roleKey = (): Hex => devnet.description.roles.solver.privateKey;

function devnetChains() {
  return chainFixtures.map((chain) => {
    const { contracts, rpcUrl, tokens } = evmChain(devnet.description, chain.id);
    const signer = privateKeyToAccount(roleKey()).address;
    return {
      ...chain,
      httpRpcUrl: rpcUrl,
      solverAddresses: [signer],
      erc20Currencies: [{ ...chain.erc20Currencies[0]!, address: tokens.usdc.address }],
      protocol: {
        v2: {
          chainId: chain.protocol.v2.chainId,
          depository: contracts.depository,
          filler: contracts.filler,
          orderSigner: signer,
        },
      },
    };
  });
}

/** Quote of an honest service: native currency of Base for native currency of Optimism. */
async function quoteFor(body: QuoteBody): Promise<Quote> {
  const [base, optimism] = devnetChains();
  const word = (address: string): string => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;
  const orderData = draftOrder({
    solver: { chainSlug: 'base', address: privateKeyToAccount(roleKey()).address },
    salt: `0x${'01'.repeat(32)}`,
    deadline: Math.floor(Date.now() / 1000) + 3600,
    origin: {
      chainSlug: 'base',
      currency: evmCodec.nativeCurrency,
      extraData: word(base!.protocol.v2.filler),
      refundRecipient: body.user,
      amount: BigInt(body.amount),
    },
    destination: {
      chainSlug: 'optimism',
      currency: evmCodec.nativeCurrency,
      extraData: word(optimism!.protocol.v2.filler),
      refundRecipient: body.user,
      recipient: body.user,
      minimumAmount: 99n,
      expectedAmount: 100n,
      calls: [],
    },
  });
  const orderId = hashOrder(orderData, () => evmCodec);
  const data = encodeFunctionData({
    abi: depositoryAbi,
    functionName: 'depositNative',
    args: [body.user as Hex, orderId],
  });
  const { depository } = base!.protocol.v2;
  const template = await makeQuote();
  const side = (chainId: number, amount: string, minimumAmount: string) => ({
    ...template.details.currencyIn,
    currency: {
      ...template.details.currencyIn.currency,
      chainId,
      address: evmCodec.nativeCurrency,
      symbol: 'ETH',
      decimals: 18,
    },
    amount,
    amountFormatted: amount,
    minimumAmount,
  });
  return {
    ...template,
    steps: [
      {
        ...template.steps[1]!,
        items: [
          {
            status: 'incomplete',
            data: { from: body.user, to: depository, data, value: body.amount, chainId: 8453 },
            check: { endpoint: `/intents/status/v3?requestId=${requestId}`, method: 'GET' },
          },
        ],
      },
    ],
    details: {
      ...template.details,
      sender: body.user,
      recipient: body.user,
      currencyIn: side(8453, body.amount, body.amount),
      currencyOut: side(10, '100', '99'),
    },
    protocol: {
      v2: {
        orderId,
        orderData,
        paymentDetails: {
          chainId: 'base',
          depository,
          currency: evmCodec.nativeCurrency,
          amount: body.amount,
        },
      },
    },
  };
}

async function script(heard: Heard, answer: Answer): Promise<void> {
  if (heard.path === '/chains') {
    answer.json(200, { chains: devnetChains() });
    return;
  }
  if (heard.path === '/quote/v2') {
    const body = JSON.parse(heard.body) as QuoteBody;
    if (body.amount === '1') {
      answer.json(400, { message: 'Too little.', errorCode: 'AMOUNT_TOO_LOW', hint: 'Send more.' });
      return;
    }
    isQuoted = true;
    answer.json(200, await quoteFor(body));
    return;
  }
  if (heard.path === '/transactions/index') {
    isQuoted = false;
    deposited = (JSON.parse(heard.body) as { txHash: Hex }).txHash;
    answer.json(200, { message: 'ok' });
    return;
  }
  if (heard.path !== '/intents/status/v3') {
    answer.json(404, { message: 'no', errorCode: 'NOT_FOUND' });
    return;
  }
  if (heard.headers.accept !== 'text/event-stream') {
    answer.json(200, statusBody(isQuoted ? 'waiting' : 'pending'));
    return;
  }
  const stream = answer.stream();
  stream.send(statusBody('waiting'));
  if (fate === 'nothing') return;
  await expect.poll(() => deposited).toBeDefined();
  const receipt = await devnet.client(8453).waitForTransactionReceipt({ hash: deposited! });
  stream.send(statusBody(receipt.status === 'success' ? fate : 'failure'));
}

function statusBody(status: string): Record<string, unknown> {
  return {
    requestId,
    status,
    inTxHashes: deposited === undefined ? [] : [deposited],
    txHashes: status === 'success' ? ['0xf1'] : [],
    failReason: status === 'refund' ? 'TTL_EXPIRED' : 'N/A',
    updatedAt: 1,
  };
}

beforeAll(async () => {
  devnet = await createDevnet();
  service = await startSharedService(script);
  await devnet.setServiceUrl(service.url);
  directory = await mkdtemp(join(tmpdir(), 'portage-cli-'));
});

afterAll(async () => {
  await service.close();
  await devnet.close();
  await rm(directory, { recursive: true, force: true });
});

const swapArgs = (amount: string): string[] => [
  'swap',
  '--amount',
  amount,
  '--from',
  'eth@base',
  '--to',
  'eth@optimism',
  '--slippage',
  '100',
  '--min-out',
  '0.000000000000000099',
];

describe('portage', () => {
  it('pays from a test account of the devnet and prints one JSON object a line', async () => {
    fate = 'success';
    deposited = undefined;
    const account = privateKeyToAccount(devnet.description.accounts[2]!.privateKey);
    const before = await devnet
      .client(8453)
      .getBalance({ address: evmChain(devnet.description, 8453).contracts.depository });
    const { code, stdout, stderr } = await runBin([
      ...swapArgs('0.25'),
      '--devnet',
      devnet.file,
      '--account',
      '2',
      '--json',
    ]);
    expect(stderr).toBe('');
    const lines = jsonLines(stdout);
    expect(lines[0]).toMatchObject({
      event: 'quote',
      quote: { details: { sender: account.address } },
    });
    expect(lines.slice(1, -1).every((line) => line['event'] === 'progress')).toBe(true);
    expect(lines.at(-1)).toMatchObject({
      event: 'result',
      status: 'success',
      requestId,
      txHashes: ['0xf1'],
      inTxHashes: [deposited],
    });
    expect(code).toBe(0);
    const after = await devnet
      .client(8453)
      .getBalance({ address: evmChain(devnet.description, 8453).contracts.depository });
    expect(after - before).toBe(parseEther('0.25'));
  });

  it('reads the key from the environment, prints plain lines, and ends with 1 after a refund', async () => {
    fate = 'refund';
    deposited = undefined;
    const key = devnet.description.accounts[3]!.privateKey;
    const { code, stdout } = await runBin([...swapArgs('0.5'), '--url', service.url], {
      env: { PORTAGE_PRIVATE_KEY: key },
    });
    expect(stdout).toContain('You pay');
    expect(stdout).toContain(`${requestId} refund (TTL_EXPIRED)`);
    expect(stdout).not.toContain(key.slice(2));
    expect(stdout).not.toContain('\u001b');
    expect(code).toBe(1);
  });

  it('signs no price that nobody has looked at, and none beyond the bounds', async () => {
    const key = devnet.description.accounts[6]!.privateKey;
    const unbounded = swapArgs('0.5').slice(0, -2);
    const pay = (args: readonly string[]) =>
      runBin([...args, '--url', service.url], { env: { PORTAGE_PRIVATE_KEY: key } });
    expect(await pay(unbounded)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--min-out') as string,
    });
    expect(await pay([...unbounded, '--min-out', '0.4'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('PRICE_MOVED') as string,
    });
  });

  it('says how to go on when it is stopped', async () => {
    fate = 'nothing';
    deposited = undefined;
    const keyFile = join(directory, 'key.txt');
    await writeFile(keyFile, `${devnet.description.accounts[4]!.privateKey}\n`, { mode: 0o600 });
    const { code, stderr } = await runBin([...swapArgs('0.5'), '--key-file', keyFile, '--yes'], {
      env: { PORTAGE_URL: service.url },
      interruptAt: 'deposit: waiting',
    });
    expect(stderr).toContain(`portage resume ${requestId}`);
    expect(code).toBe(130);
  });

  it('shows a quote without a key, and chains', async () => {
    const user = devnet.description.accounts[5]!.address;
    const quote = await runBin([
      'quote',
      '--amount',
      '2',
      '--from',
      'eth@base',
      '--to',
      'eth@optimism',
      '--user',
      user,
      '--url',
      service.url,
      '--json',
    ]);
    expect(jsonLines(quote.stdout)).toMatchObject([
      {
        event: 'quote',
        quote: { requestId, details: { currencyIn: { amount: parseEther('2').toString() } } },
      },
    ]);
    expect(quote.code).toBe(0);
    const chains = await runBin(['chains', '--url', service.url]);
    expect(chains.stdout).toContain('usdc@base');
    expect(chains.code).toBe(0);
  });

  it('waits for a status, or shows it', async () => {
    fate = 'nothing';
    isQuoted = false;
    const shown = await runBin(['status', requestId, '--url', service.url]);
    expect(shown.stdout).toContain(`${requestId} pending`);
    expect(shown.code).toBe(0);
    const late = await runBin([
      'status',
      requestId,
      '--wait',
      '--timeout',
      '0.2',
      '--url',
      service.url,
      '--json',
    ]);
    expect(jsonLines(late.stdout).at(-1)).toMatchObject({
      event: 'error',
      code: 'EXECUTION_TIMED_OUT',
      next: `portage resume ${requestId}`,
    });
    expect(late.code).toBe(1);
  });

  it('hands on what the service refuses', async () => {
    const { code, stderr } = await runBin([
      'quote',
      '--amount',
      '0.000000000000000001',
      '--from',
      'eth@base',
      '--to',
      'eth@optimism',
      '--user',
      devnet.description.accounts[5]!.address,
      '--url',
      service.url,
    ]);
    expect(stderr).toBe('AMOUNT_TOO_LOW: Too little.\nSend more.\n');
    expect(code).toBe(1);
  });

  it('ends with 2 when it is used wrongly', async () => {
    const { code, stderr } = await runBin(['bogus']);
    expect(stderr).toContain("unknown command 'bogus'");
    expect(code).toBe(2);
  });
});
