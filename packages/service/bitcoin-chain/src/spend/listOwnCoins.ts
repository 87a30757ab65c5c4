import { isSameScript, type OwnedCoin } from '../coins/coin.js';
import { listCandidates, type OwnAccount } from '../coins/confirmCoins.js';
import type { Scan } from '../coins/scanCoins.js';
import type { Esplora } from '../esplora/createEsplora.js';
import type { BlockMemory } from '../observe/createBlockMemory.js';
import type { Heads } from '../observe/createHeads.js';
import type { Transaction } from 'bitcoinjs-lib';

/** Blocks that are read again, as a reorg may have changed them, or an endpoint was behind. */
const overlapBlocks = 12;
/** Blocks that are followed; after more of them all coins are looked through. */
const followedMax = 300;

/** Candidates for coins of our accounts, from any endpoint's list; a quorum confirms each. */
export interface Listing {
  readonly coins: readonly OwnedCoin[];
  /** Height up to which nothing is missing; undefined before there is a block. */
  readonly completeAt: number | undefined;
  /** Addresses whose coins no endpoint of Esplora lists. */
  readonly unlisted: readonly string[];
}

/** Sources of a {@link Listing}. */
export interface CoinSources {
  readonly accounts: readonly OwnAccount[];
  /** Endpoints that know the coins of addresses. */
  readonly esploras: readonly Esplora[];
  readonly heads: Pick<Heads, 'latest'>;
  /** Outputs of the accounts in the newest blocks. */
  readonly blocks: Pick<BlockMemory<readonly OwnedCoin[]>, 'read'>;
  /** Looks through all coins that there are, which takes minutes. */
  readonly scan: (signal?: AbortSignal) => Promise<Scan>;
}

/**
 * Lists the coins of accounts of ours. Endpoints refuse to list more than so many, which anybody
 * can have us reach with dust. Then blocks tell what came since the coins were known; where they
 * were never known, as after a restart, nodes look through all that there are.
 *
 * @param completeAt - height up to which the coins are known already; undefined where they are not
 * @throws PortageError `RPC_HTTP_ERROR`
 */
export async function listOwnCoins(
  sources: CoinSources,
  completeAt: number | undefined,
  signal?: AbortSignal,
): Promise<Listing> {
  const { accounts, esploras, heads } = sources;
  const head = heads.latest()?.value.height;
  const told = await Promise.allSettled(
    accounts.map((account) => listCandidates(esploras, account, { signal })),
  );
  signal?.throwIfAborted();
  const coins = told.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  const [failure] = told.flatMap((each) => (each.status === 'rejected' ? [each] : []));
  if (failure === undefined) return { coins, completeAt: head, unlisted: [] };
  const unlisted = accounts.flatMap(({ address }, index) =>
    told[index]?.status === 'rejected' ? [address] : [],
  );
  if (completeAt !== undefined && head !== undefined && head - completeAt <= followedMax) {
    const range = { first: completeAt - overlapBlocks, last: head };
    const followed = await sources.blocks.read(range, signal ?? new AbortController().signal);
    return { coins: [...coins, ...followed.flat()], completeAt: head, unlisted };
  }
  try {
    const scan = await sources.scan(signal);
    return { coins: [...coins, ...scan.coins], completeAt: scan.height, unlisted };
  } catch {
    signal?.throwIfAborted();
    throw failure.reason;
  }
}

/** Outputs of accounts in transactions. Pure. */
export function ownOutputs(
  accounts: readonly OwnAccount[],
  transactions: readonly Transaction[],
): readonly OwnedCoin[] {
  return transactions.flatMap((transaction) =>
    transaction.outs.flatMap(({ script, value }, vout): readonly OwnedCoin[] =>
      accounts.some((own) => isSameScript(own.script, script))
        ? [{ txId: transaction.getId(), vout, value, script }]
        : [],
    ),
  );
}
