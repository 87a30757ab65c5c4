import { testVm } from '@portage/testing/conformance';
import { base58 } from '@scure/base';
import { Keypair } from '@solana/web3.js';
import { listMint } from '../test/createMint.js';
import { startChain } from '../test/startChain.js';
import { solanaCodec } from '@portage/solana/codec';
import { createSolanaExecutor, keypairWallet } from '@portage/solana';
import { depositoryAddresses, programs } from '@portage/solana/program';
import { openSolana } from '../test/openSolana.js';
import { createKey } from './spend/createKey.js';

const { nativeCurrency } = solanaCodec;

testVm('solana', async () => {
  const node = await startChain();
  const solver = createKey(node.keys.solver!).address;
  const holders = [node.user(0).publicKey.toBase58(), solver];
  const { mint: extended, config } = await listMint(node, holders);
  return {
    codec: solanaCodec,
    addresses: [nativeCurrency, programs.token, node.usdc].map((text) => ({
      text,
      canonical: text,
    })),
    invalidAddresses: [
      '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
      programs.token.slice(1),
      `${programs.token}1`,
      programs.token.replace('k', '0'),
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    ],
    transactionIds: [{ text: '1'.repeat(64), canonical: '1'.repeat(64) }],
    invalidTransactionIds: ['1'.repeat(63), `0x${'ab'.repeat(32)}`, 'z'.repeat(88), programs.token],
    unknownTransactionId: base58.encode(new Uint8Array(64).fill(7)),
    open: (signal) => openSolana(config, signal, node.keys),
    openMisconfigured: (signal) => openSolana({ ...config, id: 10 }, signal, node.keys),
    executor: createSolanaExecutor({
      wallet: keypairWallet(node.user(0)),
      connection: node.connection,
      pollMs: 50,
    }),
    currencies: [nativeCurrency, node.usdc, extended],
    amount: (currency) => (currency === nativeCurrency ? 2_000_000n : 3_000_000n),
    freshAccount: () => Keypair.generate().publicKey.toBase58(),
    refusedRecipients: [
      node.programs.depository,
      node.programs.filler,
      depositoryAddresses(node.programs.depository).vault,
      node.usdc,
      extended,
      nativeCurrency,
      programs.token,
      programs.instructionsSysvar,
    ],
    mine: node.mine,
    blocksToFinality: 31,
    // Blocks go on while the fork is asked for, so it reaches further back than was asked.
    reorg: async (depth) => {
      await node.controls.fork(depth + 4);
    },
    hasGaps: true,
    expire: async () => {
      await node.controls.expireBlockhashes();
      await node.mine(3);
    },
    skipTime: (seconds) => node.controls.shiftClock(seconds),
    close: () => node.stop(),
  };
});
