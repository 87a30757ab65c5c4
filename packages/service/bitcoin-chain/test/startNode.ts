// The devnet stands above this package and uses it: only its tests reach up, and past the manifest.
import { bitcoinChain, bitcoinDevnetChain, createDevnet } from '@portage/devnet';
import type { BitcoinControls, BitcoinDevnetChain } from '@portage/devnet';
import {
  createEndpoint,
  createQuorum,
  createRpc,
  type Endpoint,
  type Quorum,
  type Rpc,
} from '@portage/chain-kit';
import { createEsplora, type Esplora } from '../src/esplora/createEsplora.js';
import { createSpendingKey, type SpendingKey } from '../src/spend/signTransaction.js';

/** Bitcoin of a devnet whose blocks come on demand, and how it is read. */
export interface StartedNode {
  readonly chain: BitcoinDevnetChain;
  readonly controls: BitcoinControls;
  readonly rpc: Rpc;
  readonly quorum: Quorum;
  /** The node, for looks through all coins. */
  readonly scanners: readonly Endpoint[];
  readonly esplora: Esplora;
  readonly solver: SpendingKey;
  readonly vault: SpendingKey;
  /** Results of a method of the node. */
  ask(method: string, ...params: readonly unknown[]): Promise<unknown>;
  close(): Promise<void>;
}

/** Starts a devnet of Bitcoin alone. */
export async function startNode(): Promise<StartedNode> {
  const devnet = await createDevnet({ chains: [bitcoinDevnetChain], bitcoin: { blockMs: 0 } });
  const chain = bitcoinChain(devnet.description);
  const controls = devnet.bitcoin();
  // The faucet has a block made soon after; tests count blocks.
  await controls.pauseMining();
  const limits = { timeoutMs: 10_000, responseBytesMax: 33_554_432 };
  const endpoints = [createEndpoint(chain.rpcUrl, limits), createEndpoint(chain.rpcUrl, limits)];
  const rpc = createRpc(endpoints, { busyCodes: [] });
  const esplora = createEsplora(chain.esploraUrl, 10_000);
  const keyOf = (hex: string): SpendingKey =>
    createSpendingKey(Uint8Array.from(Buffer.from(hex, 'hex')));
  return {
    chain,
    rpc,
    esplora,
    scanners: endpoints.slice(0, 1),
    controls,
    quorum: createQuorum(endpoints, { needed: 2, deadlineMs: 10_000, clock: Date.now }),
    solver: keyOf(chain.roles.solver.privateKey),
    vault: keyOf(chain.roles.allocator.privateKey),
    ask: async (method, ...params) => (await rpc.read([{ method, params }]))[0],
    close: async () => {
      await Promise.all([...endpoints, esplora].map((each) => each.close()));
      await devnet.close();
    },
  };
}
