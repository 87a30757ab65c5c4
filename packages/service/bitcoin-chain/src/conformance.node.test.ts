import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createBitcoinExecutor, keyWallet } from '@portage/bitcoin';
import { createBitcoinCodec } from '@portage/bitcoin/codec';
import { addressOf } from '@portage/bitcoin/transaction';
import { testVm } from '@portage/testing/conformance';
import { openBitcoin } from '../test/openBitcoin.js';
import { startChain } from '../test/startChain.js';

const network = 'regtest';
const codec = createBitcoinCodec(network);
/** Milliseconds in which a chain that is open reads a new block and the coins in it. */
const settleMs = 600;

testVm('bitcoin', async () => {
  const node = await startChain();
  const payer = node.user(0);
  const mine = async (blocks: number): Promise<void> => {
    await node.controls.mine(blocks);
    await delay(settleMs);
  };
  return {
    codec,
    addresses: [
      { text: payer.address.toUpperCase(), canonical: payer.address },
      { text: codec.nativeCurrency, canonical: codec.nativeCurrency },
    ],
    invalidAddresses: [
      '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      payer.address.slice(1),
      `${payer.address}q`,
      '1'.repeat(32),
    ],
    transactionIds: [{ text: 'AB'.repeat(32), canonical: 'ab'.repeat(32) }],
    invalidTransactionIds: ['ab'.repeat(31), `0x${'ab'.repeat(32)}`, 'zz'.repeat(32)],
    unknownTransactionId: 'ab'.repeat(32),
    open: (signal) => openBitcoin(node.config, signal, node.keys),
    openMisconfigured: (signal) =>
      openBitcoin({ ...node.config, network: 'mainnet' }, signal, node.keys),
    executor: createBitcoinExecutor({
      wallet: keyWallet(payer.key.secret, network),
      network,
      url: node.esploraUrl,
      pollMs: 50,
    }),
    currencies: [codec.nativeCurrency],
    amount: () => 50_000n,
    freshAccount: () =>
      addressOf(Uint8Array.from([0, 20, ...randomBytes(20)]), network) ?? 'no address',
    refusedRecipients: [node.vault.address, node.solver.address, codec.nativeCurrency],
    mine,
    blocksToFinality: 6,
    reorg: async (depth) => {
      await node.controls.reorg(depth, { leaveOut: 'all' });
    },
    // The chain pays whatever is signed.
    isUnguarded: true,
    close: () => node.stop(),
  };
});
