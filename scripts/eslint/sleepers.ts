/**
 * Files whose subject is time: endpoints that are late on purpose, load and faults at a rate, what
 * an idle service asks in a minute, leases that run out.
 */
const subject = [
  'apps/local/test/calls/runCalls.ts',
  'apps/local/test/chains/runChains.ts',
  'apps/local/test/fuzz/sendBatches.ts',
  'apps/local/test/idle/runIdle.ts',
  'apps/local/test/rolling/runRolling.ts',
  'apps/local/test/rolling/startLoad.ts',
  'apps/local/test/soak/reorganise.ts',
  'apps/local/test/soak/startLiars.ts',
  'apps/service/test/idleCalls.node.test.ts',
  'packages/service/database/src/leases/leases.node.test.ts',
  'packages/testing/src/faults/startFaultProxy.ts',
];

/**
 * Files of tests that sleep, from before tests waited for events alone. The list only shrinks: a
 * test takes its file out when it waits for rounds, blocks or calls of the part under test.
 */
const waiting = [
  'apps/devnet/src/createDevnet.node.test.ts',
  'apps/devnet/test/faultProxy.node.test.ts',
  'apps/local/test/web/dashboard.node.test.ts',
  'apps/service/test/canaries.node.test.ts',
  'apps/service/test/kill.node.test.ts',
  'apps/service/test/readings.node.test.ts',
  'packages/bitcoin/src/executor/createBitcoinExecutor.node.test.ts',
  'packages/client/src/actions/execute.test.ts',
  'packages/client/src/status/watchStatus.test.ts',
  'packages/client/src/transport/createTransport.test.ts',
  'packages/exchange/src/executor/createExchangeExecutor.node.test.ts',
  'packages/service/api/src/flood.alone.node.test.ts',
  'packages/service/api/src/hardening.test.ts',
  'packages/service/api/src/status/statusStreams.node.test.ts',
  'packages/service/bitcoin-chain/src/conformance.node.test.ts',
  'packages/service/bitcoin-chain/src/esplora/createEsplora.node.test.ts',
  'packages/service/bitcoin-chain/src/readings.node.test.ts',
  'packages/service/database/src/transaction/runTransaction.node.test.ts',
  'packages/service/exchange-chain/test/startChain.ts',
  'packages/service/indexer/src/createIndexer.node.test.ts',
  'packages/service/prices/src/feeds/createHttpFeed.node.test.ts',
  'packages/service/settlement/test/embedded.node.test.ts',
  'packages/service/solana-chain/src/observe/quorum.node.test.ts',
  'packages/service/solver/test/authorizations.node.test.ts',
  'packages/service/solver/test/breakers.node.test.ts',
  'packages/service/solver/test/coins.node.test.ts',
  'packages/service/solver/test/collections.node.test.ts',
  'packages/service/solver/test/fastFills.node.test.ts',
  'packages/service/solver/test/faults.node.test.ts',
  'packages/service/solver/test/failedCollections.node.test.ts',
  'packages/service/solver/test/joined.node.test.ts',
  'packages/service/solver/test/settlement.node.test.ts',
];

/** Files of tests that may sleep. */
export const sleepers: readonly string[] = [...subject, ...waiting];
