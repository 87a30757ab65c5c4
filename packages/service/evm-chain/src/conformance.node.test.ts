import { eventually } from '@portage/testing';
import { testVm } from '@portage/testing/conformance';
import { createWalletClient, http } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { accounts } from '../test/accounts.js';
import { deployChain } from '../test/deployChain.js';
import { evmCodec } from '@portage/evm/codec';
import { createEvmExecutor } from '@portage/evm';
import { openEvm } from '../test/openEvm.js';

const native = '0x0000000000000000000000000000000000000000';

testVm('evm', async () => {
  const node = await deployChain();
  const wallet = createWalletClient({
    account: accounts.user,
    chain: node.chain,
    transport: http(node.rpcUrl),
  });
  const usdc = node.usdc.toLowerCase();
  return {
    codec: evmCodec,
    addresses: [
      {
        text: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
        canonical: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
      },
      {
        text: '0xFB6916095CA1DF60BB79CE92CE3EA74C37C5D359',
        canonical: '0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359',
      },
      {
        text: '0xd1220a0cf47c7b9be7a2e6ba89f429762e7b9adb',
        canonical: '0xd1220a0cf47c7b9be7a2e6ba89f429762e7b9adb',
      },
    ],
    invalidAddresses: [
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed',
      '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beae',
      '5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaeg',
    ],
    transactionIds: [{ text: `0x${'AB'.repeat(32)}`, canonical: `0x${'ab'.repeat(32)}` }],
    invalidTransactionIds: [`0x${'ab'.repeat(31)}`, 'ab'.repeat(32), `0x${'zz'.repeat(32)}`],
    unknownTransactionId: `0x${'12'.repeat(32)}`,
    open: (signal) => openEvm(node.config, signal, node.keys),
    openMisconfigured: (signal) => openEvm({ ...node.config, id: 10 }, signal, node.keys),
    executor: createEvmExecutor({ wallet, pollMs: 25 }),
    currencies: [native, usdc],
    amount: (currency) => (currency === native ? 10n ** 15n : 3_000_000n),
    freshAccount: () => privateKeyToAddress(generatePrivateKey()).toLowerCase(),
    refusedRecipients: [
      node.depository,
      node.filler,
      node.usdc,
      native,
      '0x0000000000000000000000000000000000000009',
      '0x000000000022D473030F116dDEE9F6B43aC78BA3',
    ],
    mine: async (blocks) => {
      const start = await node.client.getBlockNumber();
      await eventually(
        () => node.client.getBlockNumber({ cacheTime: 0 }),
        (height) => height >= start + BigInt(blocks),
        { what: `${String(blocks)} blocks`, everyMs: 20 },
      );
    },
    blocksToFinality: 1,
    reorg: async (depth) => {
      await node.rpc('anvil_reorg', [depth, []]);
    },
    skipTime: async (seconds) => {
      await node.rpc('evm_increaseTime', [seconds]);
    },
    close: () => node.stop(),
  };
});
