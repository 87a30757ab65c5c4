import { testCollectibleAbi, testDelegateAbi, testUsdcAbi } from '@portage/contracts';
import { testCollectibleBytecode, testDelegateBytecode } from '@portage/contracts/bytecode';
import type { Authorization } from '@portage/core';
import type { Chain, FillIntent, GasOperation } from '@portage/core/chain';
import {
  createWalletClient,
  encodeFunctionData,
  http,
  padHex,
  parseEther,
  zeroAddress,
  type Hex,
} from 'viem';
import {
  generatePrivateKey,
  privateKeyToAccount,
  privateKeyToAddress,
  type PrivateKeyAccount,
} from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accounts } from '../../test/accounts.js';
import { deployChain, type TestChain } from '../../test/deployChain.js';
import { gasLimit, gasUnits } from '../gas/gasUnits.js';
import { openEvm } from '../../test/openEvm.js';

const mintPrice = parseEther('0.001');
const closing = new AbortController();
let node: TestChain;
let chain: Chain;
let collectible: Hex;
let delegate: Hex;

/** Code that a one-line constructor leaves behind. */
const withConstructor = (runtime: string): Hex =>
  `0x60${(runtime.length / 2).toString(16).padStart(2, '0')}600c60003960${(runtime.length / 2).toString(16).padStart(2, '0')}6000f3${runtime}`;
/** Loops for as long as it has gas. */
const burner = withConstructor('5b600056');
/** Passes where gas costs nothing, and fails where it has a price. */
const sniffer = withConstructor('3a600557005b60006000fd');
/** Passes until it is called without data. */
const closable = withConstructor('3660095760015f55005b5f54601057005b5f5ffd');
/** Passes in every second block only: by its number, or by its time, a block every two seconds. */
const byNumber = '4360011660';
const byTime = '4260021660';
const inOddBlocks = (looksAt: string): Hex => withConstructor(`${looksAt}0a575f5ffd5b00`);
const inEvenBlocks = (looksAt: string): Hex =>
  withConstructor(`${looksAt.slice(0, -2)}15600b575f5ffd5b00`);
/** Fails whatever comes. */
const rejector = withConstructor('60006000fd');

beforeAll(async () => {
  node = await deployChain();
  chain = await openEvm(node.config, closing.signal, node.keys);
  [collectible, delegate] = await Promise.all([
    deploy(testCollectibleBytecode, accounts.user),
    deploy(testDelegateBytecode, accounts.other),
  ]);
});
afterAll(async () => {
  closing.abort();
  await node.stop();
});

const walletOf = (account: PrivateKeyAccount | typeof accounts.user) =>
  createWalletClient({ account, chain: node.chain, transport: http(node.rpcUrl) });

async function deploy(data: Hex, by: typeof accounts.user = accounts.user): Promise<Hex> {
  const receipt = await node.client.waitForTransactionReceipt({
    hash: await walletOf(by).sendTransaction({ data, gas: 3_000_000n }),
  });
  return receipt.contractAddress ?? '0x';
}

let orders = 0;
function fill(changes: Partial<FillIntent> = {}): FillIntent {
  orders += 1;
  return {
    type: 'fill',
    orderId: padHex(`0x${orders.toString(16)}`, { size: 32 }),
    currency: zeroAddress,
    recipient: fresh(),
    amount: mintPrice,
    calls: [],
    ...changes,
  };
}

const fresh = (): string => privateKeyToAddress(generatePrivateKey()).toLowerCase();
const mint = (to: string) => ({
  to: collectible,
  value: mintPrice,
  data: encodeFunctionData({ abi: testCollectibleAbi, functionName: 'mint', args: [to as Hex] }),
});

async function simulate(intent: FillIntent): Promise<string | undefined> {
  const [answer] = (await chain.spend?.simulate?.([intent])) ?? [];
  return answer?.status;
}

/** Signs and sends, whatever a simulation would have said. */
async function send(intent: FillIntent) {
  const { spend } = chain;
  if (spend === undefined) throw new Error('The chain spends.');
  const [signed] = await spend.prepare([intent], await spend.nextSequence());
  if (signed === undefined) throw new Error('One intent is one transaction.');
  await spend.broadcast([signed]);
  const receipt = await node.client.waitForTransactionReceipt({ hash: signed.txId as Hex });
  return {
    receipt,
    events: receipt.status === 'success' ? await chain.observe.trace(signed.txId) : [],
  };
}

function operationOf({
  currency,
  calls,
  callsGas,
  topup,
  authorizations,
}: FillIntent): GasOperation {
  return { type: 'fill', currency, calls, callsGas, topup, authorizations };
}

async function authorize(account: PrivateKeyAccount, nonce: number): Promise<Authorization> {
  const {
    r,
    s,
    yParity = 0,
  } = await account.signAuthorization({ chainId: 8453, address: delegate, nonce });
  return {
    chainId: 8453,
    address: delegate,
    nonce,
    yParity,
    r: padHex(r, { size: 32 }),
    s: padHex(s, { size: 32 }),
  };
}

const buy = (account: Hex) => ({
  to: account,
  value: mintPrice,
  data: encodeFunctionData({ abi: testDelegateAbi, functionName: 'buy', args: [collectible] }),
});

describe('a fill with calls on a real chain', () => {
  it('mints, tops up, and tells of both payments, within the gas that was charged', async () => {
    const recipient = fresh();
    const intent = fill({
      currency: node.usdc.toLowerCase(),
      amount: 5_000n,
      recipient,
      calls: [
        {
          to: node.usdc,
          value: 0n,
          data: encodeFunctionData({
            abi: testUsdcAbi,
            functionName: 'transfer',
            args: [accounts.user.address, 2_000n],
          }),
        },
      ],
      topup: 77n,
      callsGas: 100_000,
    });
    expect(await simulate(intent)).toBe('passes');
    const { receipt, events } = await send(intent);
    expect(events).toMatchObject([
      {
        type: 'fill',
        orderId: intent.orderId,
        recipient,
        currency: node.usdc.toLowerCase(),
        amount: 5_000n,
        ordinal: 0,
      },
      {
        type: 'fill',
        orderId: intent.orderId,
        recipient,
        currency: zeroAddress,
        amount: 77n,
        ordinal: 1,
      },
    ]);
    expect(await node.client.getBalance({ address: recipient as Hex })).toBe(77n);
    expect(
      await node.client.readContract({
        abi: testUsdcAbi,
        address: node.usdc,
        functionName: 'balanceOf',
        args: [recipient as Hex],
      }),
    ).toBe(3_000n);
    expect(receipt.gasUsed).toBeLessThanOrEqual(gasUnits(operationOf(intent)));
    expect(gasLimit(operationOf(intent))).toBeGreaterThan((receipt.gasUsed * 13n) / 10n);
  });

  it('is signed again with its calls and authorizations, byte for byte but for the fee', async () => {
    const account = privateKeyToAccount(generatePrivateKey());
    const intent = fill({
      recipient: account.address.toLowerCase(),
      calls: [buy(account.address)],
      authorizations: [await authorize(account, 0)],
    });
    const [signed] = (await chain.spend?.prepare([intent], 1_000n)) ?? [];
    if (signed === undefined) throw new Error('One intent is one transaction.');
    const bumped = await chain.spend?.bump(intent, signed);
    expect([signed.raw[0], bumped?.raw[0], bumped?.sequence]).toEqual([4, 4, 1_000n]);
    expect(bumped?.txId).not.toBe(signed.txId);
  });

  it("N1, N2: reaches nobody else's tokens and none of our contracts", async () => {
    const steal = {
      to: node.usdc,
      value: 0n,
      data: encodeFunctionData({
        abi: testUsdcAbi,
        functionName: 'transferFrom',
        args: [accounts.solver.address, accounts.user.address, 1n],
      }),
    };
    for (const call of [
      steal,
      { to: node.depository, value: 0n, data: '0x' },
      { to: node.filler, value: 0n, data: '0x12345678' },
    ]) {
      expect(await simulate(fill({ calls: [call] }))).toBe('reverts');
    }
    expect(() =>
      chain.calls?.check({
        calls: [{ to: node.depository, value: 0n, data: '0x' }],
        authorizations: [],
      }),
    ).toThrow(expect.objectContaining({ code: 'INVALID_EXTRA_TXS' }));
    expect(() =>
      chain.calls?.check({
        calls: [{ to: accounts.solver.address, value: 0n, data: '0x' }],
        authorizations: [],
      }),
    ).toThrow(expect.objectContaining({ code: 'INVALID_EXTRA_TXS' }));
  });

  it.each(['transferFrom', 'approve', 'transfer'] as const)(
    'N1: never moves tokens of the solver, which allows the filler all of them, by %s of the token',
    async (functionName) => {
      const [solver, thief] = [accounts.solver.address, accounts.user.address];
      const held = (owner: Hex): Promise<bigint> =>
        node.client.readContract({
          abi: testUsdcAbi,
          address: node.usdc,
          functionName: 'balanceOf',
          args: [owner],
        });
      const all = await held(solver);
      const data = {
        transferFrom: encodeFunctionData({
          abi: testUsdcAbi,
          functionName: 'transferFrom',
          args: [solver, thief, all - 5_000n],
        }),
        approve: encodeFunctionData({
          abi: testUsdcAbi,
          functionName: 'approve',
          args: [thief, all],
        }),
        transfer: encodeFunctionData({
          abi: testUsdcAbi,
          functionName: 'transfer',
          args: [thief, 5_000n],
        }),
      }[functionName];
      const recipient = fresh();
      const intent = fill({
        currency: node.usdc.toLowerCase(),
        amount: 5_000n,
        recipient,
        calls: [{ to: node.usdc, value: 0n, data }],
        callsGas: 100_000,
      });
      const before = await held(thief);
      // Whatever a simulation says: only what the order pays ever leaves the solver.
      const { receipt } = await send(intent);
      const paid = receipt.status === 'success' ? 5_000n : 0n;
      expect(receipt.status).toBe(functionName === 'transferFrom' ? 'reverted' : 'success');
      expect(all - (await held(solver))).toBe(paid);
      expect((await held(thief)) - before + (await held(recipient as Hex))).toBe(paid);
      await expect(
        walletOf(accounts.user).writeContract({
          abi: testUsdcAbi,
          address: node.usdc,
          functionName: 'transferFrom',
          args: [solver, thief, 1n],
          chain: node.chain,
        }),
      ).rejects.toThrow();
      expect(all - (await held(solver))).toBe(paid);
    },
  );

  it('N7: a gas bomb is seen before gas is spent, and burns no more than it was given', async () => {
    const bomb = fill({
      calls: [{ to: await deploy(burner), value: 0n, data: '0x00' }],
      callsGas: 150_000,
    });
    expect(await simulate(bomb)).toBe('reverts');
    const { receipt } = await send(bomb);
    expect(receipt.status).toBe('reverted');
    expect(receipt.gasUsed).toBeLessThanOrEqual(gasLimit(operationOf(bomb)));
    // Half as much again as was charged for, at the most.
    expect(receipt.gasUsed * 2n).toBeLessThan(gasUnits(operationOf(bomb)) * 3n);
  });

  it('N8: a target that looks at the price of gas is seen before gas is spent', async () => {
    const trap = fill({
      calls: [{ to: await deploy(sniffer), value: 0n, data: '0x00' }],
      callsGas: 100_000,
    });
    expect(await simulate(trap)).toBe('reverts');
  });

  it.each([
    ['odd number', inOddBlocks(byNumber)],
    ['even number', inEvenBlocks(byNumber)],
    ['odd time', inOddBlocks(byTime)],
    ['even time', inEvenBlocks(byTime)],
  ])(
    'N8: a target that passes only in blocks of an %s is seen before gas is spent',
    async (_, code) => {
      const trap = fill({
        calls: [{ to: await deploy(code), value: 0n, data: '0x00' }],
        callsGas: 100_000,
      });
      expect(await simulate(trap)).toBe('reverts');
    },
  );

  it('N8: a target that changes between its simulation and its block costs its gas and moves nothing', async () => {
    const target = await deploy(closable);
    const trap = fill({ calls: [{ to: target, value: 0n, data: '0x00' }], callsGas: 100_000 });
    expect(await simulate(trap)).toBe('passes');
    await node.client.waitForTransactionReceipt({
      hash: await walletOf(accounts.user).sendTransaction({ to: target }),
    });
    const before = await node.client.getBalance({ address: accounts.solver.address });
    const { receipt } = await send(trap);
    expect(receipt.status).toBe('reverted');
    expect(before - (await node.client.getBalance({ address: accounts.solver.address }))).toBe(
      receipt.gasUsed * receipt.effectiveGasPrice,
    );
    expect(receipt.gasUsed).toBeLessThanOrEqual(gasUnits(operationOf(trap)));
  });

  it('N9: data for an account without code is refused by the chain and by the contract', async () => {
    const call = { to: fresh(), value: 0n, data: '0x12345678' };
    await expect(chain.calls?.confirm({ calls: [call], authorizations: [] })).rejects.toMatchObject(
      { code: 'INVALID_EXTRA_TXS' },
    );
    expect(await simulate(fill({ calls: [call] }))).toBe('reverts');
  });

  it('N13: a recipient that takes no native currency reverts the payment before gas is spent on it', async () => {
    const recipient = (await deploy(rejector)).toLowerCase();
    expect(
      await simulate(fill({ currency: node.usdc.toLowerCase(), amount: 5n, recipient, topup: 1n })),
    ).toBe('reverts');
    expect(await simulate(fill({ currency: node.usdc.toLowerCase(), amount: 5n, recipient }))).toBe(
      'passes',
    );
  });
});

describe('a fill that delegates an account', () => {
  it('takes effect in its own transaction', async () => {
    const account = privateKeyToAccount(generatePrivateKey());
    const intent = fill({
      recipient: account.address.toLowerCase(),
      calls: [buy(account.address)],
      authorizations: [await authorize(account, 0)],
      callsGas: 200_000,
    });
    await expect(
      chain.calls?.confirm({ calls: intent.calls, authorizations: intent.authorizations ?? [] }),
    ).resolves.toBeUndefined();
    expect(await simulate(intent)).toBe('passes');
    const { receipt, events } = await send(intent);
    expect(events).toMatchObject([{ type: 'fill', orderId: intent.orderId, amount: mintPrice }]);
    expect(await node.client.getCode({ address: account.address })).toBe(
      `0xef0100${delegate.slice(2).toLowerCase()}`,
    );
    expect(
      await node.client.readContract({
        abi: testCollectibleAbi,
        address: collectible,
        functionName: 'balanceOf',
        args: [account.address],
      }),
    ).toBe(1n);
    expect(receipt.gasUsed).toBeLessThanOrEqual(gasUnits(operationOf(intent)));
  });

  it('N11: with a nonce that is used up, pays nothing, though the chain passes the authorization over without a word', async () => {
    const account = privateKeyToAccount(generatePrivateKey());
    await node.client.waitForTransactionReceipt({
      hash: await walletOf(accounts.user).sendTransaction({
        to: account.address,
        value: parseEther('1'),
      }),
    });
    const stale = await authorize(account, 0);
    await node.client.waitForTransactionReceipt({
      hash: await walletOf(account).sendTransaction({ to: account.address }),
    });
    // The call itself does not need the delegation: only the promise of it is broken.
    const intent = fill({
      recipient: account.address.toLowerCase(),
      calls: [mint(account.address)],
      authorizations: [stale],
    });
    await expect(
      chain.calls?.confirm({ calls: intent.calls, authorizations: [stale] }),
    ).rejects.toMatchObject({ code: 'INVALID_AUTHORIZATION' });
    expect(await simulate(intent)).toBe('reverts');
    const { receipt } = await send(intent);
    expect(receipt.status).toBe('reverted');
    expect(
      await node.client.readContract({
        abi: testCollectibleAbi,
        address: collectible,
        functionName: 'balanceOf',
        args: [account.address],
      }),
    ).toBe(0n);
    expect(await simulate({ ...intent, authorizations: [await authorize(account, 1)] })).toBe(
      'passes',
    );
  });
});
