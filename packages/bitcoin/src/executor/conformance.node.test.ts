import type { Step } from '@portage/core';
import { testExecutor } from '@portage/testing/conformance';
import { kinds, payerKey, vault } from '../../test/signing.js';
import { startRegtest } from '../../test/startRegtest.js';
import { nativeCurrency } from '../address/address.js';
import { createBitcoinExecutor, keyWallet, type BitcoinWallet } from '../index.js';

const id = (byte: string): string => `0x${byte.repeat(32)}`;

// A wallet on a real node, for each kind of address, that a person may decline to use.
for (const kind of kinds)
  testExecutor(`bitcoin of ${kind}`, async () => {
    const node = await startRegtest();
    const own = keyWallet(payerKey, 'regtest', kind);
    const payer = await own.address();
    let requests = 0;
    let decline = false;
    const wallet: BitcoinWallet = {
      ...own,
      signPsbt: async (request) => {
        requests += 1;
        if (decline) {
          decline = false;
          throw Object.assign(new Error('User rejected the request.'), { code: 4001 });
        }
        return own.signPsbt(request);
      },
    };
    const itemOf = async (orderId: string) => {
      const { psbt } = await node.deposit(kind, orderId);
      const item = { status: 'incomplete' as const, data: { psbt, chainId: 8253038 } };
      const step: Step = {
        id: 'deposit',
        action: '',
        description: '',
        kind: 'transaction',
        items: [item],
      };
      return { item, step };
    };
    const effect = { chainId: 8253038, currency: nativeCurrency, amount: 60_000n } as const;
    const deposit = await itemOf(id('a1'));
    const transfer = await itemOf(id('a2'));
    return {
      executor: createBitcoinExecutor({ wallet, network: 'regtest', url: node.url, pollMs: 20 }),
      items: [
        {
          name: 'a deposit',
          ...deposit,
          effects: [
            { ...effect, type: 'deposit', depository: vault, orderId: id('a1'), depositor: payer },
          ],
        },
        {
          name: 'a plain transfer',
          item: transfer.item,
          step: { ...transfer.step, id: 'send' },
          effects: [
            { ...effect, type: 'payment', sender: payer, recipient: vault, reference: id('a2') },
          ],
        },
      ],
      foreign: [
        {
          name: 'an EVM transaction',
          step: deposit.step,
          item: {
            status: 'incomplete',
            data: { from: payer, to: vault, data: '0x', value: '0', chainId: 8453 },
          },
        },
        {
          name: 'Solana instructions',
          step: deposit.step,
          item: { status: 'incomplete', data: { instructions: [{ keys: [], data: '' }] } },
        },
        {
          name: 'a PSBT of another chain',
          step: deposit.step,
          item: { ...deposit.item, data: { ...deposit.item.data, chainId: 8453 } },
        },
        {
          name: 'a PSBT that is no text',
          step: deposit.step,
          item: { status: 'incomplete', data: { psbt: 7, chainId: 8253038 } },
        },
      ],
      unknownTransactionId: '77'.repeat(32),
      requests: () => requests,
      declineNext: () => {
        decline = true;
      },
      mine: () => node.controls.mine(1),
      close: () => node.stop(),
    };
  });
