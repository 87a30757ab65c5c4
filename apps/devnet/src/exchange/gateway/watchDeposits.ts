import { testExchangeGatewayAbi } from '@portage/contracts';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPublicClient, http, type Hex } from 'viem';
import type { Exchange } from '../exchange.js';
import { creditDeposit } from './creditDeposit.js';

/** Contract to watch, as the process's configuration has it. */
export interface WatchedGateway {
  readonly rpcUrl: string;
  readonly address: Hex;
  /** First block to read. */
  readonly height: number;
}

/** Blocks that hold a deposit before it is credited; reorgs of a devnet are not deeper. */
const confirmations = 2n;
const pollMs = 250;

/** Credits deposits on an EVM chain to accounts of the exchange, as long as the process runs. */
export async function watchDeposits(
  exchange: Exchange,
  { rpcUrl, address, height }: WatchedGateway,
): Promise<never> {
  const client = createPublicClient({ transport: http(rpcUrl, { retryCount: 0 }), cacheTime: 0 });
  let next = BigInt(height);
  for (;;) {
    await sleep(pollMs);
    // A chain that does not answer is asked again.
    const tip = await client.getBlockNumber().catch(() => 0n);
    const last = tip - confirmations + 1n;
    if (last < next) continue;
    const logs = await client
      .getContractEvents({
        address,
        abi: testExchangeGatewayAbi,
        eventName: 'Deposit',
        fromBlock: next,
        toBlock: last,
        strict: true,
      })
      .catch(() => undefined);
    if (logs === undefined) continue;
    for (const log of logs) creditDeposit(exchange, log);
    next = last + 1n;
  }
}
