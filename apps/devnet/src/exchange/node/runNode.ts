import { createFaults } from '../control/faults.js';
import { createPace } from '../control/createPace.js';
import { watchDeposits } from '../gateway/watchDeposits.js';
import { createAccounts } from '../ledger/createAccounts.js';
import { createTransactions } from '../ledger/createTransactions.js';
import { startServer } from '../server/startServer.js';
import { fundAccounts } from './fundAccounts.js';
import type { NodeConfiguration, NodeReady } from './nodeConfiguration.js';

/** Starts the exchange in this process; it runs until the process ends. */
export async function runNode({
  port,
  blockMs,
  keys,
  gateway,
}: NodeConfiguration): Promise<NodeReady> {
  const accounts = createAccounts();
  fundAccounts(accounts, keys);
  const pace = createPace(() => transactions.advance(), blockMs);
  const transactions = createTransactions({ accounts, now: () => pace.now() });
  const exchange = { accounts, transactions, faults: createFaults(), now: () => pace.now() };
  if (gateway !== undefined) void watchDeposits(exchange, gateway);
  return { port: await startServer({ exchange, pace }, port) };
}
