import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { hexToBytes } from '@portage/core';
import { numberToHex, type Hex } from 'viem';
import { z } from 'zod';
import type { ChainPlan } from '../contracts/planChain.js';
import { sendBatch } from '../contracts/sendBatch.js';
import { connect, type NodeClient } from '../node/connect.js';
import { allocOf, startNode, type NodeOptions } from '../node/startNode.js';

/** Chain whose first block is made. */
export interface FirstBlockOptions extends Pick<
  NodeOptions,
  'chainId' | 'mnemonic' | 'accounts' | 'dataDir' | 'record' | 'guard'
> {
  readonly plan: ChainPlan;
}

const hex = z.templateLiteral(['0x', z.string().regex(/^[0-9a-f]*$/)]);

/** State of a chain, as the node writes it. */
const stateSchema = z.object({
  accounts: z.record(
    hex,
    z.object({ nonce: z.number().int(), balance: hex, code: hex, storage: z.record(hex, hex) }),
  ),
});

type State = z.infer<typeof stateSchema>;

/**
 * Seconds since 1970 at which the contracts are deployed: pools remember when they last traded, and
 * that is in the past of every chain that starts with them.
 */
const madeAt = 1_735_689_600;

/** Limit of the blocks that the batches must fit into. */
const gasLimit = 300_000_000n;

/** Contract that remembers the hashes of blocks (EIP-2935); each chain has hashes of its own. */
const blockHashes = '0x0000f90827f1c53a10cb7a02335b175320002935';

/** Runs a plan on a node of its own and returns the accounts that it leaves. */
export async function makeEvmGenesis({
  plan,
  dataDir,
  ...options
}: FirstBlockOptions): Promise<string> {
  const dir = await mkdtemp(join(dataDir, 'genesis-'));
  const node = await startNode({
    ...options,
    dataDir: dir,
    port: 0,
    time: madeAt,
    blockTimeSeconds: undefined,
    gasLimit,
    slotsInAnEpoch: 1,
    alloc: allocOf(plan.balances),
  });
  try {
    const rpcUrl = `http://127.0.0.1:${node.port}`;
    const client = connect({ id: options.chainId, name: 'genesis', rpcUrl });
    await furnish(client, plan);
    return describeAccounts(await readState(client), [node.marker, blockHashes]);
  } finally {
    await node.close();
    await rm(dir, { recursive: true, force: true });
  }
}

/** Makes everything that a plan names. */
export async function furnish(client: NodeClient, { batches, code }: ChainPlan): Promise<void> {
  for (const batch of batches) await sendBatch(client, batch);
  for (const placed of code) await client.setCode(placed);
}

/** State of a chain at its newest block. */
export async function readState(client: NodeClient): Promise<State> {
  const dumped = await client.request({ method: 'anvil_dumpState' });
  return stateSchema.parse(JSON.parse(gunzipSync(hexToBytes(dumped)).toString('utf8')));
}

function describeAccounts({ accounts }: State, left: readonly string[]): string {
  const described = Object.entries(accounts)
    .filter(([address]) => !left.includes(address))
    .map(([address, { storage, nonce, ...account }]) => {
      const slots = Object.entries(storage).map(
        ([slot, value]) => [word(slot), word(value)] as const,
      );
      return [
        address,
        { ...account, nonce: `0x${nonce.toString(16)}`, storage: Object.fromEntries(slots) },
      ];
    });
  return JSON.stringify(Object.fromEntries(described)).slice(1, -1);
}

/** The node reads words of 32 bytes only. */
function word(value: string): Hex {
  return numberToHex(BigInt(value), { size: 32 });
}
