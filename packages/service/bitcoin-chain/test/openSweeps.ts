import { setMaxListeners } from 'node:events';
import type { DepositAddresses, DepositAddressOwner, RelayIntent } from '@portage/core/chain';
import { bitcoinCodec, type BitcoinNetwork } from '@portage/bitcoin/codec';
import { openAddresses, type OpenedAddresses } from '../src/addresses/openAddresses.js';
import { openAddressKeys } from '../src/addresses/openAddressKeys.js';
import type { Esplora } from '../src/esplora/createEsplora.js';
import { createHeads } from '../src/observe/createHeads.js';
import { readInteger } from '../src/rpc/parse.js';
import { openSpend, type OpenedSpend } from '../src/spend/openSpend.js';
import type { StartedNode } from './startNode.js';

/** Network of the node. */
export const network: BitcoinNetwork = 'regtest';
/** Blocks that stand on what no reorg takes back, its own included. */
export const depth = 3;

/** Deposit addresses of a node, and what spends from them. */
export interface OpenedSweeps extends OpenedSpend {
  readonly addresses: DepositAddresses;
  readonly blocks: OpenedAddresses['blocks'];
  /** Intent of the sweep of an address. */
  readonly sweepOf: (owner: DepositAddressOwner) => RelayIntent;
  readonly stop: () => void;
}

/** Conditions that a test changes. */
export interface SweepSettings {
  /** Satoshi for a thousand virtual bytes. */
  readonly feeRate: () => bigint;
  readonly esploras?: readonly Esplora[];
}

/** Opens what a process that signs opens. */
export async function openSweeps(
  node: StartedNode,
  { feeRate, esploras = [node.esplora] }: SweepSettings,
): Promise<OpenedSweeps> {
  const { chain, rpc, quorum, solver, vault } = node;
  const stop = new AbortController();
  const { signal } = stop;
  // Every question to every endpoint listens for the end, as it does in the service.
  setMaxListeners(0, signal);
  const shared = { network, rpc, quorum, esploras, feeRate, clock: Date.now };
  const heads = createHeads({
    ...shared,
    pollMs: 50,
    timeoutMs: 10_000,
    signal,
    tip: { tell: () => undefined },
  });
  await heads.next(undefined, signal);
  const keys = openAddressKeys(chain.depositAddressesKey, network);
  const { deposits, sweeps, blocks } = openAddresses({
    ...shared,
    heads,
    keys,
    currency: bitcoinCodec.nativeCurrency,
  });
  const opened = await openSpend({
    ...shared,
    solver,
    vault,
    sweeps,
    signal,
    joinedMax: 2,
    scanners: node.scanners,
    finalDepth: depth,
    // Tests say when the coins are read.
    heads: { latest: () => heads.latest(), listen: () => undefined },
    finalizedHeight: async () =>
      readInteger(await node.ask('getblockcount'), 'height') - (depth - 1),
    feeRateMax: 100_000n,
  });
  return {
    ...opened,
    addresses: deposits,
    blocks,
    sweepOf: (owner) => {
      const { to, data, gasLimit } = deposits.sweep(owner, [bitcoinCodec.nativeCurrency], []);
      return {
        type: 'relay',
        orderId: owner.orderId,
        key: `${owner.orderId}:sweep:1`,
        to,
        data,
        value: 0n,
        gasLimit: Number(gasLimit),
      };
    },
    stop: () => stop.abort(),
  };
}
