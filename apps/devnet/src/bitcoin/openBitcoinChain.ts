import { createHash } from 'node:crypto';
import { PortageError } from '@portage/core';
import type { BitcoinDevnetChain } from '../description.js';
import type { ProcessRecord } from '../node/processRecord.js';
import type { Guard } from '../node/startGuard.js';
import { createBitcoinControls, type BitcoinControls } from './control/createBitcoinControls.js';
import { deriveBitcoinKeys } from './keys/deriveBitcoinKeys.js';
import type { BitcoinKey } from './keys/openKeyring.js';
import { startBitcoinNode } from './node/startBitcoinNode.js';
import { defaultPolicy } from './parameters.js';

/** Bitcoin chain of a devnet while it runs. */
export interface OpenBitcoinChain {
  readonly vm: 'bvm';
  readonly description: BitcoinDevnetChain;
  readonly controls: BitcoinControls;
  /** Process id of the node. */
  readonly pid: number;
  readonly close: () => Promise<void>;
}

/** Settings of the Bitcoin chain; everything has a default. */
export interface BitcoinSettings {
  /** Milliseconds between blocks, 0 for blocks on demand only; by default 2,000. */
  readonly blockMs?: number;
  /** Bytes of all OP_RETURN scripts of a transaction, at most; by default 100,000. */
  readonly dataCarrierBytes?: number;
  /** Weight of a block that the node mines, at most; by default 400,000. */
  readonly minedWeightMax?: number;
}

/** Options of the Bitcoin chain. */
export interface BitcoinChainOptions {
  readonly devnetId: string;
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly port: number;
  readonly users: number;
  readonly dataDir: string;
  readonly settings: BitcoinSettings;
  readonly record: ProcessRecord;
  readonly guard: Guard;
}

/**
 * Starts the chain with its funded accounts.
 *
 * @throws PortageError `INVALID_CONFIGURATION`, `SERVICE_UNAVAILABLE`
 */
export async function openBitcoinChain({
  devnetId,
  id,
  slug,
  name,
  users,
  settings,
  ...rest
}: BitcoinChainOptions): Promise<OpenBitcoinChain> {
  const { blockMs = 2_000 } = settings;
  const { dataCarrierBytes = defaultPolicy.dataCarrierBytes } = settings;
  const { minedWeightMax = defaultPolicy.minedWeightMax } = settings;
  if (!Number.isInteger(blockMs) || blockMs < 0)
    throw new PortageError('INVALID_CONFIGURATION', {
      message: 'The block time of Bitcoin is a whole number of milliseconds, or 0.',
    });
  const seed = createHash('sha256').update(devnetId).update(slug).digest('hex');
  const keys = deriveBitcoinKeys(users);
  const policy = { blockMs, dataCarrierBytes, minedWeightMax };
  const node = await startBitcoinNode({ ...rest, ...policy, seed, users });
  const rpcUrl = `http://127.0.0.1:${node.port}`;
  const { solver, allocator, faucet } = keys.roles;
  return {
    vm: 'bvm',
    description: {
      vm: 'bvm',
      id,
      slug,
      name,
      rpcUrl,
      esploraUrl: `${rpcUrl}/esplora`,
      network: 'regtest',
      blockTimeSeconds: blockMs / 1000,
      startBlock: node.startBlock,
      accounts: keys.users.map(describe),
      roles: { solver: describe(solver), allocator: describe(allocator), faucet: describe(faucet) },
      depositAddressesKey: keys.depositAddresses,
    },
    controls: createBitcoinControls(rpcUrl),
    pid: node.pid,
    close: () => node.close(),
  };
}

function describe({
  address,
  privateKey,
  publicKey,
}: BitcoinKey): BitcoinDevnetChain['accounts'][number] {
  const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
  return { address, privateKey: hex(privateKey), publicKey: hex(publicKey) };
}
