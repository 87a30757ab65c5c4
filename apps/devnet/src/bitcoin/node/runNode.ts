import { createFaucet } from '../control/createFaucet.js';
import { createPace } from '../control/createPace.js';
import { deriveBitcoinKeys } from '../keys/deriveBitcoinKeys.js';
import { defaultPolicy } from '../parameters.js';
import { rateWithin } from '../rpc/methods/miningMethods.js';
import { startServer } from '../server/startServer.js';
import { createNode } from './createNode.js';
import { fundAccounts } from './fundAccounts.js';
import type { NodeConfiguration, NodeReady } from './nodeConfiguration.js';

/** Starts the chain in this process; it runs until the process ends. */
export async function runNode(configuration: NodeConfiguration): Promise<NodeReady> {
  const { port, blockMs, seed, users, dataCarrierBytes, minedWeightMax } = configuration;
  const node = createNode({
    policy: { ...defaultPolicy, dataCarrierBytes, minedWeightMax },
    keys: deriveBitcoinKeys(users),
    seed: Buffer.from(seed, 'hex'),
  });
  const { hash, height } = fundAccounts(node);
  const pace = createPace(() => node.miner.mine(), blockMs);
  const faucet = createFaucet(node, () => rateWithin({ node }, 1));
  return { port: await startServer({ node, pace, faucet }, port), startBlock: { hash, height } };
}
