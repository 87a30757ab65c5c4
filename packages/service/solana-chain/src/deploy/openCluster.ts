import { PortageError, type Clock } from '@portage/core';
import {
  createEndpoint,
  readList,
  readObject,
  readResult,
  type Endpoint,
  type RpcRequest,
} from '@portage/chain-kit';
import type { Instruction } from '@portage/solana/transaction';
import { globalPrice } from '../gas/createFees.js';
import { accountsRequest, readAccounts, type AccountState } from '../rpc/accounts.js';
import { readInteger, readText, readValue } from '../rpc/parse.js';
import { classifySendFailure } from '../spend/classifySendFailure.js';
import type { Key } from '../spend/createKey.js';
import { signInstructions } from '../spend/signInstructions.js';

/** Endpoints of a cluster, and what they must serve. */
export interface ClusterSettings {
  readonly slug: string;
  /** Endpoints, the preferred one first. */
  readonly urls: readonly string[];
  /** Hash of the cluster's first block; undefined where it is not compared. */
  readonly genesisHash: string | undefined;
  readonly clock: Clock;
  /** Ends its waits. */
  readonly signal: AbortSignal;
}

/** Signed transaction, as it is kept before it is sent. */
export interface SignedBytes {
  readonly signature: string;
  /** Base64. */
  readonly raw: string;
  /** Last block that may hold it. */
  readonly lastValidBlockHeight: number;
}

/** Fate of a sent transaction. */
export interface SentFate {
  /** `failed` is in a block, and did nothing but pay its fee. */
  readonly status: 'open' | 'confirmed' | 'failed' | 'expired';
  /** Words of the cluster, where it failed. */
  readonly reason?: string | undefined;
}

/** A cluster that programs are deployed on. */
export interface Cluster {
  /** Accounts at the preferred endpoint, as confirmed or as final. */
  accounts(
    addresses: readonly string[],
    isFinal?: boolean,
  ): Promise<readonly (AccountState | undefined)[]>;
  /** The same at every endpoint. */
  accountsOfAll(
    addresses: readonly string[],
  ): Promise<readonly (readonly (AccountState | undefined)[])[]>;
  /** Lamports that an account of a size must hold. */
  rent(bytes: number): Promise<bigint>;
  /** Micro-lamports for a compute unit that three quarters of the slots took. */
  price(): Promise<bigint>;
  sign(key: Key, instructions: readonly Instruction[]): Promise<SignedBytes>;
  /** Sends to every endpoint. @returns words of a refusal; undefined where one has the bytes */
  send(raw: string): Promise<string | undefined>;
  fate(signed: Pick<SignedBytes, 'signature' | 'lastValidBlockHeight'>): Promise<SentFate>;
  close(): Promise<void>;
}

/** Times that a reading is asked for, with a longer wait after each. */
const attemptsMax = 5;
const waitMs = 500;

/**
 * Opens the endpoints of a cluster.
 *
 * @throws PortageError `INVALID_CONFIGURATION` for an endpoint of another cluster,
 *   `RPC_HTTP_ERROR` for one that does not answer
 */
export async function openCluster(settings: ClusterSettings): Promise<Cluster> {
  const limits = { timeoutMs: 20_000, responseBytesMax: 67_108_864 };
  const all = settings.urls.map((url) => createEndpoint(url, limits));
  const [first] = all;
  if (first === undefined) throw new Error('A chain has endpoints.');
  const close = async (): Promise<void> => {
    await Promise.all(all.map((endpoint) => endpoint.close()));
  };
  try {
    for (const endpoint of all) await checkGenesis(endpoint, settings);
  } catch (error) {
    await close();
    throw error;
  }
  return createCluster(all, first, settings, close);
}

async function checkGenesis(endpoint: Endpoint, settings: ClusterSettings): Promise<void> {
  const { slug, genesisHash } = settings;
  const [told] = await readAll(endpoint, [{ method: 'getGenesisHash', params: [] }], settings);
  if (genesisHash === undefined || told === genesisHash) return;
  throw new PortageError('INVALID_CONFIGURATION', {
    message: `${endpoint.label} serves the cluster ${String(told)}, not ${slug} (${genesisHash}).`,
  });
}

function createCluster(
  all: readonly Endpoint[],
  first: Endpoint,
  settings: ClusterSettings,
  close: () => Promise<void>,
): Cluster {
  const read = (requests: readonly RpcRequest[], endpoint = first): Promise<readonly unknown[]> =>
    readAll(endpoint, requests, settings);
  const confirmed = { commitment: 'confirmed' } as const;
  const accounts = async (
    addresses: readonly string[],
    isFinal = false,
    endpoint = first,
  ): Promise<readonly (AccountState | undefined)[]> => {
    const [result] = await read([accountsRequest(addresses, { isFinal })], endpoint);
    return readAccounts(result);
  };
  return {
    accounts: (addresses, isFinal) => accounts(addresses, isFinal),
    accountsOfAll: (addresses) =>
      Promise.all(all.map((endpoint) => accounts(addresses, false, endpoint))),
    rent: async (bytes) => {
      const method = 'getMinimumBalanceForRentExemption';
      const [lamports] = await read([{ method, params: [bytes] }]);
      return BigInt(readInteger(lamports, 'rent'));
    },
    price: async () => {
      const [reply] = await first.ask([{ method: 'getRecentPrioritizationFees', params: [[]] }]);
      return reply?.ok === true ? globalPrice(reply) : 0n;
    },
    sign: async (key, instructions) => {
      const [result] = await read([{ method: 'getLatestBlockhash', params: [confirmed] }]);
      const { blockhash, lastValidBlockHeight } = readObject(
        readValue(result, 'blockhash'),
        'blockhash',
      );
      const hash = readText(blockhash, 'blockhash');
      const { txId, transaction } = signInstructions([key], instructions, hash);
      return {
        signature: txId,
        raw: Buffer.from(transaction).toString('base64'),
        lastValidBlockHeight: readInteger(lastValidBlockHeight, 'height'),
      };
    },
    send: (raw) => sendRaw(all, raw),
    fate: async ({ signature, lastValidBlockHeight }) => {
      // The height comes first: what is in no block after its last one never will be.
      const [height] = await read([{ method: 'getBlockHeight', params: [confirmed] }]);
      const [statuses] = await read([
        {
          method: 'getSignatureStatuses',
          params: [[signature], { searchTransactionHistory: true }],
        },
      ]);
      const [status] = readList(readValue(statuses, 'statuses'), 'statuses');
      if (status === null || status === undefined)
        return {
          status: readInteger(height, 'height') > lastValidBlockHeight ? 'expired' : 'open',
        };
      const { err, confirmationStatus } = readObject(status, 'status');
      if (err !== null && err !== undefined)
        return { status: 'failed', reason: JSON.stringify(err) };
      return { status: confirmationStatus === 'processed' ? 'open' : 'confirmed' };
    },
    close,
  };
}

/** Results of calls that change nothing. @throws PortageError `RPC_HTTP_ERROR` */
async function readAll(
  endpoint: Endpoint,
  requests: readonly RpcRequest[],
  { clock, signal }: Pick<ClusterSettings, 'clock' | 'signal'>,
): Promise<readonly unknown[]> {
  for (let attempt = 1; ; attempt += 1)
    try {
      const replies = await endpoint.ask(requests, signal);
      return requests.map(({ method }, index) => readResult(replies[index], method));
    } catch (error) {
      if (attempt === attemptsMax) throw error;
      await clock.sleep(waitMs * 2 ** attempt, signal);
    }
}

async function sendRaw(all: readonly Endpoint[], raw: string): Promise<string | undefined> {
  const params = [raw, { encoding: 'base64', preflightCommitment: 'confirmed' }];
  const refusals = await Promise.all(
    all.map(async ({ ask, label }) => {
      try {
        const [reply] = await ask([{ method: 'sendTransaction', params }]);
        if (reply === undefined) return `${label} sent no answer`;
        if (reply.ok || classifySendFailure(reply.error) === 'known') return undefined;
        return reply.error.message;
      } catch {
        return `${label} could not be reached`;
      }
    }),
  );
  return refusals.includes(undefined) ? undefined : refusals[0];
}
