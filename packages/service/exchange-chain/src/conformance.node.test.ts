import { createExchangeExecutor } from '@portage/exchange';
import { exchangeCodec } from '@portage/exchange/codec';
import { testVm } from '@portage/testing/conformance';
import { openExchange, signerOf, startChain } from '../test/startChain.js';

/** Blocks until a transfer that was sent is executed. */
const blocksToExecute = 4;
/** Seconds after which nothing lands that was signed before. */
const expirySeconds = 90;

testVm('exchange', async () => {
  const node = await startChain();
  const payer = node.user(0);
  const own = [node.solver, node.depository].map(({ accountIndex }) => String(accountIndex));
  // An account is opened before it is paid, so fresh ones are made ahead.
  const fresh: string[] = [];
  for (let place = 0; place < 120; place += 1) {
    const owner = `0x${(0xabc000 + place).toString(16).padStart(40, '0')}`;
    fresh.push(String(await node.controls.openAccount(owner)));
  }
  return {
    codec: exchangeCodec,
    addresses: [{ text: '723071', canonical: '723071' }],
    invalidAddresses: ['0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', '-1', '1.5', '01', '1e3'],
    transactionIds: [{ text: 'AB'.repeat(40), canonical: 'ab'.repeat(40) }],
    invalidTransactionIds: ['ab'.repeat(32), 'zz'.repeat(40)],
    unknownTransactionId: 'ab'.repeat(40),
    open: (signal) => openExchange(node, signal),
    openMisconfigured: (signal) =>
      openExchange({ ...node, keys: { ...node.keys, solver: 'address:281474976710000' } }, signal),
    executor: createExchangeExecutor({
      signer: signerOf(payer),
      url: node.url,
      circuitId: node.circuitId,
      pollMs: 50,
    }),
    currencies: [exchangeCodec.nativeCurrency],
    amount: () => 50_000_000n,
    freshAccount: () => fresh.pop() ?? 'no account',
    refusedRecipients: own,
    mine: (blocks) => node.mine(Math.max(blocks, blocksToExecute)),
    expire: async () => {
      await node.pass(expirySeconds);
      await node.mine(1);
    },
    blocksToFinality: 1,
    // The exchange pays whatever is signed.
    isUnguarded: true,
    hidesDepositor: true,
    close: () => node.stop(),
  };
});
