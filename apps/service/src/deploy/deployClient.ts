import { PortageError } from '@portage/core';
import {
  createPublicClient,
  http,
  keccak256,
  parseAbi,
  serializeTransaction,
  type Address,
  type Hex,
  type PublicClient,
} from 'viem';
import { factoryAddress } from './factory.js';
import type { DeployChain } from './deployChains.js';

/** Milliseconds that an endpoint has for an answer. */
const timeout = 20_000;
/** Oracle of the fee for data, on every chain of the OP Stack. */
const gasOracle: Address = '0x420000000000000000000000000000000000000F';
const oracleAbi = parseAbi(['function getL1Fee(bytes data) view returns (uint256)']);

/** A chain's endpoints, which all serve that chain. */
export interface DeployClient {
  /** Preferred endpoint. */
  readonly first: PublicClient;
  readonly all: readonly PublicClient[];
}

/**
 * Opens the endpoints of a chain.
 *
 * @throws PortageError `INVALID_CONFIGURATION` for an endpoint of another chain,
 *   `SERVICE_UNAVAILABLE` for one that does not answer; its words never hold an endpoint
 */
export async function openDeployClient({ id, slug, urls }: DeployChain): Promise<DeployClient> {
  const all = urls.map((url) =>
    createPublicClient({ transport: http(url, { timeout, retryCount: 2 }), cacheTime: 0 }),
  );
  for (const [index, client] of all.entries()) {
    const place = `Endpoint ${String(index + 1)} of ${slug}`;
    const served = await client.getChainId().catch(() => undefined);
    if (served === undefined)
      throw new PortageError('SERVICE_UNAVAILABLE', { message: `${place} does not answer.` });
    if (served !== id)
      throw new PortageError('INVALID_CONFIGURATION', {
        message: `${place} serves chain ${String(served)}, not ${String(id)}.`,
      });
  }
  const [first] = all;
  if (first === undefined) throw new Error('A chain has endpoints.');
  return { first, all };
}

/** Offered fees of a unit of gas, in wei. */
export interface OfferedFees {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
  readonly baseFee: bigint;
}

/** Fees that twice the present base fee, and the tip that nodes ask for, make. */
export async function readOfferedFees(client: PublicClient, tipMin: bigint): Promise<OfferedFees> {
  const [{ baseFeePerGas }, asked] = await Promise.all([
    client.getBlock({ blockTag: 'latest' }),
    client.estimateMaxPriorityFeePerGas().catch(() => 0n),
  ]);
  const baseFee = baseFeePerGas ?? 0n;
  const maxPriorityFeePerGas = asked > tipMin ? asked : tipMin;
  return { baseFee, maxPriorityFeePerGas, maxFeePerGas: 2n * baseFee + maxPriorityFeePerGas };
}

/** Creation code and the chain that gets it. */
export interface CreationData {
  readonly chainId: number;
  readonly data: Hex;
}

/** Wei that a rollup of the OP Stack charges for data; 0 elsewhere. */
export async function readDataCost(
  client: PublicClient,
  { chainId, data }: CreationData,
): Promise<bigint> {
  const code = await client.getCode({ address: gasOracle });
  if (code === undefined) return 0n;
  const bytes = serializeTransaction({ chainId, to: factoryAddress, data, type: 'eip1559' });
  return client
    .readContract({ address: gasOracle, abi: oracleAbi, functionName: 'getL1Fee', args: [bytes] })
    .catch(() => 0n);
}

/** Sends signed bytes to all endpoints; those that one of them knows already count as sent. */
export async function sendBytes({ all }: DeployClient, raw: Hex): Promise<void> {
  const sent = await Promise.allSettled(
    all.map((client) => client.sendRawTransaction({ serializedTransaction: raw })),
  );
  if (sent.some(({ status }) => status === 'fulfilled')) return;
  const known = await Promise.all(
    all.map((client) =>
      client.getTransaction({ hash: keccak256(raw) }).then(
        () => true,
        () => false,
      ),
    ),
  );
  if (known.includes(true)) return;
  const [first] = sent;
  throw first?.status === 'rejected' ? first.reason : new Error('No endpoint took the bytes.');
}
