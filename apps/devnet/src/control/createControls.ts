import { PortageError } from '@portage/core';
import { BaseError, type Hex } from 'viem';
import type { NodeClient } from '../node/connect.js';
import type { Faucet } from './createFaucet.js';
import type { Miner } from './createMiner.js';

/**
 * A signed transaction that a reorg puts into one of its new blocks, counted from 0, the oldest.
 */
export interface ReorgTransaction {
  readonly raw: Hex;
  readonly block: number;
}

/** Controls of one EVM chain. */
export interface Controls {
  readonly vm: 'evm';
  readonly faucet: Faucet;
  /** Mines blocks now. */
  mine(blocks: number): Promise<void>;
  /**
   * Replaces the newest `depth` blocks by as many others, which hold only the given transactions.
   */
  reorg(depth: number, transactions: readonly ReorgTransaction[]): Promise<void>;
  /** Drops a pending transaction. */
  dropTransaction(hash: Hex): Promise<void>;
  pauseMining(): Promise<void>;
  resumeMining(): Promise<void>;
  /** Base fee of the next block, in wei. */
  setBaseFee(weiPerGas: bigint): Promise<void>;
  /** Moves the time of future blocks forward, and mines one. */
  shiftClock(seconds: number): Promise<void>;
  snapshot(): Promise<Hex>;
  revert(snapshot: Hex): Promise<void>;
}

/** Chain that the controls act on. */
export interface ControlsOptions {
  readonly client: NodeClient;
  readonly faucet: Faucet;
  readonly miner: Miner;
  /** Block that holds the devnet's id: no reorg reaches it. */
  readonly deploymentHeight: number;
}

const blocksMax = 10_000;

/** Creates the controls of one EVM chain. A node's refusal becomes a `PortageError`. */
export function createControls({
  client,
  faucet,
  miner,
  deploymentHeight,
}: ControlsOptions): Controls {
  /** Seconds that the clock of the chain is ahead of ours. */
  let shifted = 0;
  return {
    vm: 'evm',
    faucet: (recipient, amounts) => translated(() => faucet(recipient, amounts)),
    mine: async (blocks) => {
      requireCount(blocks, 'blocks');
      await translated(() => client.mine({ blocks }));
    },
    reorg: async (depth, transactions) => {
      requireCount(depth, 'depth');
      const height = Number(await translated(() => client.getBlockNumber({ cacheTime: 0 })));
      if (height - depth < deploymentHeight) {
        throw new PortageError('INVALID_REQUEST', {
          message: `A reorg of ${depth} blocks at height ${height} would remove the contracts.`,
          hint: `They are in block ${deploymentHeight}; mine first.`,
        });
      }
      await translated(async () => {
        await client.request({
          method: 'anvil_reorg',
          params: [depth, transactions.map(({ raw, block }) => [raw, block] as const)],
        });
        // The clock of the node goes back with the blocks, for good; that of a network does not.
        const time = Math.floor(Date.now() / 1_000) + shifted;
        await client.request({ method: 'evm_setTime', params: [`0x${time.toString(16)}`] });
      });
    },
    dropTransaction: async (hash) => {
      await translated(() => client.dropTransaction({ hash }));
    },
    pauseMining: () => translated(() => miner.pause()),
    resumeMining: () => translated(() => miner.resume()),
    setBaseFee: (weiPerGas) =>
      translated(() => client.setNextBlockBaseFeePerGas({ baseFeePerGas: weiPerGas })),
    shiftClock: async (seconds) => {
      if (!Number.isSafeInteger(seconds) || seconds < 1)
        throw new PortageError('INVALID_REQUEST', {
          message: 'seconds must be a whole number above 0.',
        });
      await translated(async () => {
        await client.increaseTime({ seconds });
        shifted += seconds;
        await client.mine({ blocks: 1 });
      });
    },
    snapshot: () => translated(() => client.snapshot()),
    revert: (snapshot) => translated(() => client.revert({ id: snapshot })),
  };
}

function requireCount(value: number, name: string): void {
  if (!Number.isInteger(value) || value < 1 || value > blocksMax)
    throw new PortageError('INVALID_REQUEST', {
      message: `${name} must be a whole number from 1 to ${blocksMax}.`,
    });
}

async function translated<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (cause) {
    if (!(cause instanceof BaseError)) throw cause;
    throw new PortageError('RPC_HTTP_ERROR', {
      message: `The node refused: ${cause.shortMessage}`,
      cause,
    });
  }
}
