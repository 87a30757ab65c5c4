import { eventually } from '@portage/testing';
import { depositoryAbi } from '@portage/contracts';
import type { Step, StepItem } from '@portage/core';
import { testExecutor } from '@portage/testing/conformance';
import { createWalletClient, custom, encodeFunctionData } from 'viem';
import { accounts } from '../../../service/evm-chain/test/accounts.js';
import { deployChain } from '../../../service/evm-chain/test/deployChain.js';
import { createDeposits } from '../../../service/evm-chain/src/deposit/createDeposits.js';
import { createEvmExecutor } from './index.js';

const native = '0x0000000000000000000000000000000000000000';
const id = (byte: string): `0x${string}` => `0x${byte.repeat(32)}`;

/**
 * A wallet on a real node, in the shape that browsers give: it holds the key, and a person may
 * decline.
 */
testExecutor('evm', async () => {
  const node = await deployChain();
  let requests = 0;
  let decline = false;
  const asks = ['eth_sendTransaction', 'personal_sign', 'eth_signTypedData_v4'];
  const provider = {
    // anvil holds the keys of its accounts, so it signs like a wallet does.
    request: async ({
      method,
      params = [],
    }: {
      method: string;
      params?: readonly unknown[];
    }): Promise<unknown> => {
      if (asks.includes(method)) {
        requests += 1;
        if (decline) {
          decline = false;
          throw Object.assign(new Error('User denied transaction signature.'), { code: 4001 });
        }
      }
      return node.rpc(method, params);
    },
  };
  const user = accounts.user.address.toLowerCase();
  const wallet = createWalletClient({
    account: accounts.user.address,
    transport: custom(provider),
  });
  const depository = node.depository.toLowerCase();
  const usdc = node.usdc.toLowerCase();
  const deposits = createDeposits({
    chainId: 8453,
    chainName: 'base',
    depository,
    symbolOf: () => 'X',
    fees: () => undefined,
  });
  const stepsOf = (currency: string, amount: bigint) =>
    deposits.steps({ requestId: id('a1'), orderId: id('a2'), payer: user, currency, amount });
  const [nativeStep] = stepsOf(native, 5n);
  const [approve, tokenStep] = stepsOf(usdc, 6n);
  const itemOf = (step: Step | undefined): { step: Step; item: StepItem } => ({
    step: step!,
    item: step!.items[0]!,
  });
  const deposit = {
    type: 'deposit',
    chainId: 8453,
    depository,
    orderId: id('a2'),
    depositor: user,
  } as const;
  const authorize = (sign: Record<string, unknown>): { step: Step; item: StepItem } => {
    const item: StepItem = {
      status: 'incomplete',
      data: { sign, post: { endpoint: '/execute/permits', method: 'POST', body: {} } },
    };
    return {
      item,
      step: {
        id: 'authorize',
        action: 'Sign',
        description: 'Sign',
        kind: 'signature',
        items: [item],
      },
    };
  };
  const permit = {
    signatureKind: 'eip712',
    primaryType: 'Permit',
    domain: { name: 'USD Coin', version: '2', chainId: 8453, verifyingContract: usdc },
    types: {
      Permit: [
        ['owner', 'address'],
        ['spender', 'address'],
        ['value', 'uint256'],
        ['nonce', 'uint256'],
        ['deadline', 'uint256'],
      ].map(([name, type]) => ({ name: name!, type: type! })),
    },
    value: { owner: user, spender: depository, value: '5', nonce: '0', deadline: '1900000000' },
  };
  // It passes a trial, which has no price of gas, and reverts on the chain, which has one.
  const moody = `0x${'4d'.repeat(20)}`;
  await node.rpc('anvil_setCode', [moody, '0x3a156008575f5ffd5b00']);
  const data = encodeFunctionData({
    abi: depositoryAbi,
    functionName: 'depositNative',
    args: [accounts.user.address, id('a3')],
  });
  const reverting: StepItem = {
    status: 'incomplete',
    data: { from: user, to: moody, data, value: '1', chainId: 8453, gas: '30000' },
  };
  return {
    executor: createEvmExecutor({ wallet, pollMs: 25 }),
    items: [
      {
        name: 'a native deposit',
        ...itemOf(nativeStep),
        effects: [{ ...deposit, currency: native, amount: 5n }],
      },
      {
        name: 'an approval',
        ...itemOf(approve),
        effects: [
          { type: 'approval', chainId: 8453, spender: depository, currency: usdc, amount: 6n },
        ],
      },
      {
        name: 'a token deposit',
        ...itemOf(tokenStep),
        effects: [{ ...deposit, currency: usdc, amount: 6n }],
      },
      {
        name: 'a permit',
        ...authorize(permit),
        effects: [
          {
            type: 'permit',
            chainId: 8453,
            spender: depository,
            currency: usdc,
            amount: 5n,
            expiresAt: 1_900_000_000,
            isAllowance: true,
          },
        ],
      },
      {
        name: 'a message',
        ...authorize({ signatureKind: 'eip191', message: 'hello' }),
        effects: [{ type: 'unknown', chainId: 0, reason: 'personal message "hello"' }],
      },
    ],
    foreign: [
      {
        name: 'a Bitcoin item',
        step: nativeStep!,
        item: { status: 'incomplete', data: { psbt: '70736274ff' } },
      },
      {
        name: 'a transaction without a chain',
        step: nativeStep!,
        item: {
          status: 'incomplete',
          data: { from: user, to: depository, data: '0x', value: '0' },
        },
      },
      {
        name: 'an exchange action',
        step: nativeStep!,
        item: { status: 'incomplete', data: { action: { type: 'transfer', parameters: {} } } },
      },
    ],
    reverting: {
      name: 'a deposit that is refused on the chain',
      item: reverting,
      step: nativeStep!,
      effects: [{ ...deposit, depository: moody, orderId: id('a3'), currency: native, amount: 1n }],
    },
    unknownTransactionId: id('99'),
    requests: () => requests,
    declineNext: () => {
      decline = true;
    },
    mine: async () => {
      const start = await node.client.getBlockNumber();
      await eventually(
        () => node.client.getBlockNumber({ cacheTime: 0 }),
        (height) => height > start,
        { what: 'a block', everyMs: 20 },
      );
    },
    close: () => node.stop(),
  };
});
