import { PortageError, zeroAddress } from '@portage/core';
import type { Balances, ChainAsset } from '@portage/core/chain';
import {
  createKnownBalances,
  readAgreed,
  readResult,
  type Endpoint,
  type KnownBalances,
  type Quorum,
  type RefreshPart,
  type RpcReply,
} from '@portage/chain-kit';
import { balanceRequest } from './balanceRequest.js';
import { createBalanceReading } from './createBalanceReading.js';
import type { Heads } from './observe/createHeads.js';
import { readBalance } from './readBalance.js';
import { toQuantity } from './rpc/parse.js';

/** Balances on demand, and the solver's own in memory. */
export interface BalanceMemory extends Required<Omit<Balances, 'readMany'>>, RefreshPart {
  /** The solver's own. */
  readonly known: KnownBalances;
}

/** Endpoints, currencies and account of the balances. */
export interface BalancesOptions {
  readonly quorum: Quorum;
  readonly heads: Heads;
  readonly assets: readonly ChainAsset[];
  /** Contract that reads many balances in one call; without it each is a call of its own. */
  readonly multicall3?: string | undefined;
  /** Account whose balances are kept in memory. */
  readonly solver: string | undefined;
  readonly clock: () => number;
}

/** Without a solver nothing is kept, and `spendable` stays undefined. */
export function createBalances({
  quorum,
  heads,
  assets,
  multicall3,
  solver,
  clock,
}: BalancesOptions): BalanceMemory {
  const known = createKnownBalances(clock);
  const currencies = assets.map(({ address }) => address);
  const reading = createBalanceReading(currencies, multicall3);
  return {
    read: (account, currency, signal) => {
      // One height for all, so that honest endpoints agree while the balance moves.
      const height = quorum.needed === 1 ? undefined : heads.latest()?.value.height;
      const request = balanceRequest(account, currency, height);
      const read = async ({ ask }: Endpoint, stop: AbortSignal): Promise<bigint> => {
        const [reply] = await ask([request], stop);
        return readBalance(readResult(reply, 'balance'), currency);
      };
      return readAgreed(quorum, { subject: 'balance', read }, signal);
    },
    readAt: (account, height, signal) =>
      readAccountAt({ quorum, currencies, multicall3, account, height }, signal),
    known,
    spendable: (currency) => known.spendable(currency),
    requests: () => (solver === undefined ? [] : reading.requests(solver)),
    unreadable: (currency) => known.unreadable(currency),
    apply: (replies) => {
      if (replies.length === 0) return;
      const told = reading.read(replies);
      assets.forEach(({ address }, index) => {
        if (told !== undefined)
          known.keep(address, () => readBalance(readResult(told[index], 'balance'), address));
      });
    },
  };
}

type AccountAt = Awaited<ReturnType<NonNullable<Balances['readAt']>>>;

interface AccountPlace extends Pick<BalancesOptions, 'quorum' | 'multicall3'> {
  readonly currencies: readonly string[];
  readonly account: string;
  readonly height: number;
}

/** All balances of an account at one block, and its sequence there, each agreed on by itself. */
async function readAccountAt(
  place: AccountPlace,
  signal: AbortSignal | undefined,
): Promise<AccountAt> {
  const { quorum, currencies, height } = place;
  const agreed = await quorum.read<bigint>(
    {
      subject: 'balances at a block',
      items: currencies.length + 1,
      ask: async ({ ask }, stop) => {
        const [sequence, ...balances] = await askAccountAt(ask, place, stop);
        const replies = [...balances, sequence];
        return replies.map((reply, index) => readReply(reply, currencies[index]));
      },
    },
    signal,
  );
  const sequence = agreed[currencies.length];
  const balances = new Map(
    currencies.flatMap((currency, index) => {
      const balance = agreed[index];
      return balance === undefined ? [] : [[currency, balance] as const];
    }),
  );
  if (sequence === undefined || !balances.has(zeroAddress))
    throw new PortageError('RPC_HTTP_ERROR', {
      message: `No quorum of chain endpoints tells the same balances at block ${String(height)}.`,
    });
  return { balances, sequence };
}

/**
 * Replies of one endpoint: the sequence, then each balance. What the Multicall3 does not tell is
 * asked for one by one.
 */
async function askAccountAt(
  ask: Endpoint['ask'],
  { currencies, multicall3, account, height }: AccountPlace,
  signal: AbortSignal,
): Promise<readonly (RpcReply | undefined)[]> {
  const reading = createBalanceReading(currencies, multicall3);
  const count = { method: 'eth_getTransactionCount', params: [account, toQuantity(height)] };
  const [sequence, ...together] = await ask([count, ...reading.requests(account, height)], signal);
  const told = reading.read(together);
  return [sequence, ...(told ?? (await ask(reading.requests(account, height), signal)))];
}

/** A balance, or the sequence where there is no currency; undefined where it is not told. */
function readReply(reply: RpcReply | undefined, currency = zeroAddress): bigint | undefined {
  try {
    return readBalance(readResult(reply, 'balance'), currency);
  } catch {
    return undefined;
  }
}
