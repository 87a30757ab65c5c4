import { testBridgeAbi } from '@portage/contracts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { deriveBridgeRelayer } from '../contracts/deriveAccounts.js';
import type { OpenEvmChain } from '../openEvmChain.js';

const pollMs = 300;

/** Blocks on top of a transfer before it is carried over; reorgs of a devnet are not deeper. */
const depth = 2n;

/** A transfer that waits for its delivery. */
interface WaitingTransfer {
  readonly id: Hex;
  readonly destinationChainId: number;
  readonly token: Hex;
  readonly recipient: Hex;
  readonly received: bigint;
  readonly readyAt: bigint;
}

/** A chain with what was read of its end of the bridge. */
interface BridgedChain {
  readonly chain: OpenEvmChain;
  /** First block to read. */
  next: bigint;
}

/**
 * Carries transfers between the EVM chains of a devnet, after their delay, as the prover of a
 * canonical bridge does.
 *
 * @returns a function that ends it
 */
export function startBridge(chains: readonly OpenEvmChain[]): () => Promise<void> {
  const stop = new AbortController();
  const running = run(chains, stop.signal);
  return async () => {
    stop.abort();
    await running;
  };
}

async function run(chains: readonly OpenEvmChain[], signal: AbortSignal): Promise<void> {
  const followed = chains.map((chain): BridgedChain => ({
    chain,
    next: BigInt(chain.description.deploymentBlock.height),
  }));
  let waiting: readonly WaitingTransfer[] = [];
  const rest = (): Promise<boolean> =>
    sleep(pollMs, undefined, { signal }).then(
      () => true,
      () => false,
    );
  while (await rest()) {
    // A chain that does not answer, or does not mine, is asked again.
    for (const one of followed) waiting = [...waiting, ...(await readSent(one).catch(() => []))];
    const undone: WaitingTransfer[] = [];
    for (const transfer of waiting)
      if (!(await carry(transfer, chains).catch(() => false))) undone.push(transfer);
    waiting = undone;
  }
}

async function readSent(followed: BridgedChain): Promise<readonly WaitingTransfer[]> {
  const { client, description } = followed.chain;
  const last = (await client.getBlockNumber({ cacheTime: 0 })) - depth;
  if (last < followed.next) return [];
  const logs = await client.getContractEvents({
    address: description.contracts.bridge,
    abi: testBridgeAbi,
    eventName: 'Sent',
    fromBlock: followed.next,
    toBlock: last,
    strict: true,
  });
  followed.next = last + 1n;
  return logs.map(({ args }) => ({ ...args, destinationChainId: Number(args.destinationChainId) }));
}

/** Delivers a transfer that is due. @returns whether it needs no more */
async function carry(
  { id, destinationChainId, token, recipient, received, readyAt }: WaitingTransfer,
  chains: readonly OpenEvmChain[],
): Promise<boolean> {
  const to = chains.find(({ description }) => description.id === destinationChainId);
  if (to === undefined) return true;
  if (BigInt(Math.floor(Date.now() / 1_000)) < readyAt) return false;
  const { client, description } = to;
  const contract = { address: description.contracts.bridge, abi: testBridgeAbi } as const;
  const { height } = await client.readContract({
    ...contract,
    functionName: 'deliveryOf',
    args: [id],
  });
  if (height !== 0n) return true;
  const hash = await client.writeContract({
    ...contract,
    account: privateKeyToAccount(deriveBridgeRelayer().privateKey),
    chain: client.chain,
    functionName: 'deliver',
    args: [id, token, recipient, received],
    gas: 300_000n,
  });
  const { status } = await client.waitForTransactionReceipt({ hash, timeout: 30_000 });
  return status === 'success';
}
