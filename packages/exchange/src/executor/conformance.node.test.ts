import type { Step, StepItem } from '@portage/core';
import { testExecutor } from '@portage/testing/conformance';
import { signerOf, startExchange, userAt } from '../../test/startExchange.js';
import { createExchangeExecutor, type ExchangeSigner } from '../index.js';

const id = (byte: string): string => `0x${byte.repeat(32)}`;
const blocksToExecution = 3;
const reverting = id('a3');

// A signer on a running exchange, that a person may decline to use.
testExecutor('exchange', async () => {
  const exchange = await startExchange();
  const payer = userAt(exchange, 0);
  const own = signerOf(payer);
  let requests = 0;
  let decline = false;
  const signer: ExchangeSigner = {
    ...own,
    signTransfer: async (request) => {
      requests += 1;
      if (decline) {
        decline = false;
        throw Object.assign(new Error('User rejected the request.'), { code: 4001 });
      }
      // It fails on the exchange after it was taken.
      if (request.transfer.memo === reverting) await exchange.controls.failNext(1);
      return own.signTransfer(request);
    },
  };
  const { accountIndex: depository } = exchange.depository;
  const itemOf = (memo: string, change: object = {}): StepItem => ({
    status: 'incomplete',
    data: {
      action: {
        type: 'transfer',
        parameters: {
          toAccountIndex: depository,
          assetIndex: 3,
          fromRouteType: 0,
          toRouteType: 0,
          amount: 5_000_000,
          usdcFee: 3_000_000,
          memo,
          ...change,
        },
      },
    },
  });
  const stepOf = (item: StepItem, stepId: Step['id'] = 'deposit'): Step => ({
    id: stepId,
    action: '',
    description: '',
    kind: 'transaction',
    items: [item],
  });
  const deposit = itemOf(id('a1'));
  const spot = itemOf(id('a4'), { assetIndex: 1, fromRouteType: 1, toRouteType: 1, amount: 70 });
  const send = itemOf(id('a2'), { amount: '6000000' });
  const failing = itemOf(reverting);
  const effect = { chainId: 3586256, currency: '0', amount: 5_000_000n } as const;
  const to = {
    type: 'deposit',
    depository: String(depository),
    depositor: String(payer.accountIndex),
  } as const;
  return {
    executor: createExchangeExecutor({
      signer,
      url: exchange.url,
      circuitId: exchange.circuitId,
      pollMs: 20,
    }),
    items: [
      {
        name: 'a deposit of perpetuals’ USDC',
        item: deposit,
        step: stepOf(deposit),
        effects: [{ ...effect, ...to, orderId: id('a1') }],
      },
      {
        name: 'a deposit of ETH',
        item: spot,
        step: stepOf(spot),
        effects: [{ ...effect, ...to, currency: '1', amount: 70n, orderId: id('a4') }],
      },
      {
        name: 'a plain transfer',
        item: send,
        step: stepOf(send, 'send'),
        effects: [
          {
            ...effect,
            type: 'payment',
            amount: 6_000_000n,
            sender: String(payer.accountIndex),
            recipient: String(depository),
            reference: id('a2'),
          },
        ],
      },
    ],
    foreign: [
      {
        name: 'an EVM transaction',
        step: stepOf(deposit),
        item: {
          status: 'incomplete',
          data: { from: '0x', to: '0x', data: '0x', value: '0', chainId: 8453 },
        },
      },
      {
        name: 'an action of another kind',
        step: stepOf(deposit),
        item: { status: 'incomplete', data: { action: { type: 'withdraw', parameters: {} } } },
      },
      {
        name: 'a transfer of another exchange',
        step: stepOf(deposit),
        item: { ...deposit, data: { ...deposit.data, chainId: 1337 } },
      },
      {
        name: 'a transfer between wallets',
        step: stepOf(deposit),
        item: {
          status: 'incomplete',
          data: { action: { type: 'transfer', parameters: { destination: '0xaa', amount: '1' } } },
        },
      },
    ],
    reverting: {
      name: 'a transfer that fails',
      item: failing,
      step: stepOf(failing),
      effects: [{ ...effect, ...to, orderId: reverting }],
    },
    unknownTransactionId: '77'.repeat(40),
    requests: () => requests,
    declineNext: () => {
      decline = true;
    },
    mine: async () => {
      await exchange.controls.mine(blocksToExecution);
    },
    close: exchange.stop,
  };
});
