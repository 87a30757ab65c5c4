import { setTimeout as sleep } from 'node:timers/promises';
import type { Hex } from 'viem';
import { z } from 'zod';
import { callNode } from '../../callNode.js';
import type { Exchange } from '../exchange.js';
import { creditDeposit } from './creditDeposit.js';

/** Contract to watch, as the process's configuration has it. */
export interface WatchedGateway {
  readonly rpcUrl: string;
  readonly address: Hex;
  /** Block that holds the contract. */
  readonly height: number;
}

/** Blocks that hold a deposit before it is credited; reorgs of a devnet are not deeper. */
const confirmations = 2;
const pollMs = 250;

const heightSchema = z.string().transform(Number);
const logsSchema = z.array(z.unknown());

/** Credits deposits on an EVM chain to accounts of the exchange, as long as the process runs. */
export async function watchDeposits(
  exchange: Exchange,
  { rpcUrl, address, height }: WatchedGateway,
): Promise<never> {
  // The block of the contract holds its deployment alone.
  let next = height + 1;
  for (;;) {
    await sleep(pollMs);
    // A chain that does not answer is asked again.
    const logs = await readLogs({ rpcUrl, address, height: next }).catch(() => undefined);
    if (logs === undefined) continue;
    next = logs.next;
    if (logs.found.length === 0) continue;
    // Loading what reads them takes as long as the whole start of the process, and few devnets see
    // a deposit.
    const { readDeposits } = await import('./readDeposits.js');
    for (const deposit of readDeposits(logs.found)) creditDeposit(exchange, deposit);
  }
}

/** Logs from a height up to the newest confirmed block, and the height after it. */
async function readLogs({
  rpcUrl,
  address,
  height,
}: WatchedGateway): Promise<{ readonly found: readonly unknown[]; readonly next: number }> {
  const tip = heightSchema.parse(await callNode(rpcUrl, 'eth_blockNumber', []));
  const last = tip - confirmations + 1;
  if (last < height) return { found: [], next: height };
  const [fromBlock, toBlock] = [height, last].map((block) => `0x${block.toString(16)}`);
  const filter = { address, fromBlock, toBlock };
  const found = logsSchema.parse(await callNode(rpcUrl, 'eth_getLogs', [filter]));
  return { found, next: last + 1 };
}
