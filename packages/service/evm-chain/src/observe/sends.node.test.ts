import { testUsdcAbi } from '@portage/contracts';
import { zeroAddress } from '@portage/core';
import type { Chain, ChainEvent } from '@portage/core/chain';
import type { SendInput } from '@portage/core/plugin';
import {
  createWalletClient,
  encodeEventTopics,
  encodeFunctionData,
  http,
  padHex,
  toHex,
  type Hex,
  type TransactionReceipt,
} from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accounts } from '../../test/accounts.js';
import { deployChain, type TestChain } from '../../test/deployChain.js';
import { initCode } from '../../test/initCode.js';
import { openEvm } from '../../test/openEvm.js';

/** Plain transfers of payers on a real chain, and what only looks like one. */
let node: TestChain;
let chain: Chain;
let usdc: string;
const closing = new AbortController();

const requestId = `0x${'ab'.repeat(32)}`;
const [payer, recipient] = [accounts.user.address.toLowerCase(), `0x${'5e'.repeat(20)}`];

beforeAll(async () => {
  node = await deployChain();
  usdc = node.usdc.toLowerCase();
  chain = await openEvm(node.config, closing.signal);
});
afterAll(async () => {
  closing.abort();
  await node.stop();
});

interface Call {
  readonly to?: Hex;
  readonly data?: Hex;
  readonly value?: bigint;
}

async function sendCall(call: Call): Promise<TransactionReceipt> {
  const { user: account } = accounts;
  const wallet = createWalletClient({ account, chain: node.chain, transport: http(node.rpcUrl) });
  const hash = await wallet.sendTransaction({ gas: 500_000n, ...call });
  return node.client.waitForTransactionReceipt({ hash });
}

const inputOf = (currency: string, amount = 42n): SendInput => ({
  requestId,
  payer,
  recipient,
  currency,
  amount,
});

/** The transaction of a send's one step, as the wallet sends it. */
function callOf(input: SendInput): Required<Call> {
  const { data } = chain.deposit!.sends!.steps(input).steps[0]!.items[0]!;
  return { to: data['to'] as Hex, data: data['data'] as Hex, value: BigInt(String(data['value'])) };
}

const told = async ({ transactionHash }: TransactionReceipt): Promise<readonly ChainEvent[]> =>
  chain.observe.trace(transactionHash);

const transferOf = (to: string, amount: bigint, behind = ''): Hex =>
  `${encodeFunctionData({ abi: testUsdcAbi, functionName: 'transfer', args: [to as Hex, amount] })}${behind}`;

describe('a plain transfer with the id of its request', () => {
  it.each([
    ['native currency', () => zeroAddress],
    ['a token', () => usdc],
  ])('is told of by its transaction, under the id of its steps: %s', async (_, currency) => {
    const input = inputOf(currency());
    const { sendId } = chain.deposit!.sends!.steps(input);
    const receipt = await sendCall(callOf(input));
    const events = await told(receipt);
    expect(events).toEqual([
      {
        type: 'swap',
        txId: receipt.transactionHash,
        ordinal: 0,
        height: Number(receipt.blockNumber),
        blockHash: receipt.blockHash,
        swapId: sendId,
        owner: payer,
        currency: currency(),
        amount: 42n,
      },
    ]);
    expect(await chain.observe.confirm(events)).toEqual([true]);
    const forged = events.map((event) => ({ ...event, amount: 43n }));
    expect(await chain.observe.confirm(forged as ChainEvent[])).toEqual([false]);
  });

  it('has an id of its own for every chain, recipient, currency, amount and request', () => {
    const sends = chain.deposit!.sends!;
    const ids = [
      inputOf(usdc),
      inputOf(zeroAddress),
      inputOf(usdc, 43n),
      { ...inputOf(usdc), recipient: payer },
      { ...inputOf(usdc), requestId: `0x${'ac'.repeat(32)}` },
    ].map((input) => sends.steps(input).sendId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is none where the id is missing, where more stands behind it, or where it failed', async () => {
    const id = requestId.slice(2);
    for (const call of [
      { to: recipient as Hex, value: 42n },
      { to: recipient as Hex, value: 42n, data: requestId as Hex },
      { to: recipient as Hex, value: 42n, data: `0x00000000${id}00` as Hex },
      { to: node.usdc, data: transferOf(recipient, 42n) },
      { to: node.usdc, data: transferOf(recipient, 42n, `${id}${id}`) },
      { to: node.usdc, data: transferOf(recipient, 42n, id.slice(2)) },
    ]) {
      const receipt = await sendCall(call);
      expect([receipt.status, await told(receipt)]).toEqual(['success', []]);
    }
    const failed = await sendCall({ to: node.usdc, data: transferOf(recipient, 10n ** 30n, id) });
    expect([failed.status, await told(failed)]).toEqual(['reverted', []]);
  });

  it('is none where a contract says so: calls within a transaction, and a log that is invented', async () => {
    const log = {
      type: 'log',
      topics: encodeEventTopics({
        abi: testUsdcAbi,
        eventName: 'Transfer',
        args: { from: payer as Hex, to: recipient as Hex },
      }) as Hex[],
      data: padHex(toHex(42n), { size: 32 }),
    } as const;
    const { to, data, value } = callOf(inputOf(zeroAddress));
    const inner = await sendCall({
      data: initCode([{ type: 'call', to, data, value }, log]),
      value,
    });
    expect([inner.status, await told(inner)]).toEqual(['success', []]);
    // A contract that is called like a token, and that is none.
    const nobody = accounts.other.address;
    const call = await sendCall({ to: nobody, data: callOf(inputOf(usdc)).data });
    expect([call.status, await told(call)]).toEqual(['success', []]);
  });

  it('is not offered to contracts that pay, nor to code that is paid in native currency', async () => {
    const sends = chain.deposit!.sends!;
    const contract = node.depository.toLowerCase();
    const { signal } = closing;
    await expect(
      sends.confirm({ currency: usdc, payer: contract, recipient }, signal),
    ).rejects.toMatchObject({ code: 'UNSUPPORTED_ROUTE', details: [{ path: 'user' }] });
    await expect(
      sends.confirm({ currency: zeroAddress, payer, recipient: contract }, signal),
    ).rejects.toMatchObject({ code: 'INVALID_RECIPIENT', details: [{ path: 'recipient' }] });
    await sends.confirm({ currency: usdc, payer, recipient: contract }, signal);
  });
});
