import type { Balances, ChainAsset } from '@portage/core/chain';
import {
  createKnownBalances,
  readAgreed,
  readResult,
  type Endpoint,
  type KnownBalances,
  type Quorum,
  type RefreshPart,
  type Rpc,
} from '@portage/chain-kit';
import type { Heads } from './observe/createHeads.js';
import { accountsRequest, readAccounts, type AccountState } from './rpc/accounts.js';
import { balanceOf, placeOf } from './rpc/balances.js';
import type { TokenProgramOf } from './rpc/tokenPrograms.js';

/** Balances on demand, and the solver's own in memory. */
export interface BalanceMemory extends Required<Omit<Balances, 'readAt'>>, RefreshPart {
  /** The solver's own. */
  readonly known: KnownBalances;
}

/** Options of {@link createBalances}. */
export interface BalancesOptions {
  readonly rpc: Pick<Rpc, 'read'>;
  readonly quorum: Quorum;
  readonly heads: Heads;
  readonly assets: readonly ChainAsset[];
  readonly solver: string | undefined;
  /** Accounts that hold money for others: the program of the depository has its vault. */
  readonly holders: ReadonlyMap<string, string>;
  readonly tokenProgramOf: TokenProgramOf;
  readonly clock: () => number;
}

/** Without a solver nothing is kept, and `spendable` stays undefined. */
export function createBalances({
  rpc,
  quorum,
  heads,
  assets,
  solver,
  holders,
  tokenProgramOf,
  clock,
}: BalancesOptions): BalanceMemory {
  const known = createKnownBalances(clock);
  return {
    read: (account, currency, signal) => {
      const place = placeOf(holders.get(account) ?? account, currency, tokenProgramOf);
      // Only nodes that have the newest slot answer: an older balance is no vote.
      const request = accountsRequest([place], { minContextSlot: heads.latest()?.value.height });
      const read = async ({ ask }: Endpoint, stop: AbortSignal): Promise<bigint> => {
        const [reply] = await ask([request], stop);
        return balanceOf(readAccounts(readResult(reply, 'getMultipleAccounts'))[0], currency);
      };
      return readAgreed(quorum, { subject: 'balance', read }, signal);
    },
    known,
    readMany: async (places, signal) => {
      if (places.length === 0) return [];
      const request = accountsRequest(
        places.map((each) => placeOf(each.account, each.currency, tokenProgramOf)),
      );
      const [result] = await rpc.read([request], signal);
      const accounts = readAccounts(result);
      return places.map(({ currency }, index) => readQuietly(accounts[index], currency));
    },
    spendable: (currency) => known.spendable(currency),
    unreadable: (currency) => known.unreadable(currency),
    requests: () =>
      solver === undefined
        ? []
        : [accountsRequest(assets.map(({ address }) => placeOf(solver, address, tokenProgramOf)))],
    apply: ([reply]) => {
      if (reply === undefined) return;
      const accounts = readAccounts(readResult(reply, 'getMultipleAccounts'));
      assets.forEach(({ address }, index) =>
        known.keep(address, () => balanceOf(accounts[index], address)),
      );
    },
  };
}

function readQuietly(account: AccountState | undefined, currency: string): bigint | undefined {
  try {
    return balanceOf(account, currency);
  } catch {
    return undefined;
  }
}
