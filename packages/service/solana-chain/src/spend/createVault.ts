import { PortageError } from '@portage/core';
import type { Vault } from '@portage/core/chain';
import type { Rpc } from '@portage/chain-kit';
import { solanaCodec } from '@portage/solana/codec';
import {
  availableOutflow,
  outflowLimitAddress,
  readDepositoryConfig,
  readOutflowLimit,
  type DepositoryAddresses,
} from '@portage/solana/program';
import type { ParsedChainConfig } from '../chainConfig.js';
import type { BalanceMemory } from '../createBalances.js';
import type { FeeMemory } from '../gas/createFees.js';
import { accountsRequest, readAccounts } from '../rpc/accounts.js';

/** Earnings of one collection; the program is asked for their sum, so only our books bound it. */
const releasesMax = 1_000;

/** Endpoints, accounts and memory of a vault. */
export interface VaultOptions {
  readonly config: Pick<ParsedChainConfig, 'programs'>;
  readonly rpc: Rpc;
  readonly addresses: DepositoryAddresses;
  readonly balances: Pick<BalanceMemory, 'read'>;
  readonly fees: Pick<FeeMemory, 'market'>;
  /** Time of the chain, in Unix seconds. */
  readonly time: () => number;
}

/**
 * Makes the vault of the depository. Its money is one sum: the program keeps no escrow for each
 * order and knows no reclaim, so what it holds is bounded by the sum alone. What leaves it is
 * bounded by the limit of its currency as well.
 */
export function createVault(options: VaultOptions): Vault {
  const { config, rpc, addresses, balances, fees, time } = options;
  const account = config.programs.depository;
  /** Balance that a release may take: the rent of the vault itself has to stay. */
  const read = async (currency: string, signal?: AbortSignal): Promise<bigint> => {
    const balance = await balances.read(account, currency, signal);
    if (currency !== solanaCodec.nativeCurrency) return balance;
    const rent = fees.market()?.value.rent.wallet;
    return rent === undefined || balance < rent ? 0n : balance - rent;
  };
  /** Amount that the limit leaves now: 0 during a pause, and where no limit was opened. */
  const limited = async (currency: string, signal?: AbortSignal): Promise<bigint> => {
    const place = outflowLimitAddress({ depository: account, token: currency });
    const [result] = await rpc.read([accountsRequest([addresses.config, place])], signal);
    const [state, limit] = readAccounts(result);
    const said = state === undefined ? undefined : readDepositoryConfig(state.data);
    if (said === undefined)
      throw new PortageError('RPC_HTTP_ERROR', {
        message: 'A chain endpoint does not know the depository.',
      });
    const now = BigInt(Math.floor(time()));
    if (said.withdrawalsPausedUntil > now || limit?.owner !== account) return 0n;
    const terms = readOutflowLimit(limit.data);
    return terms === undefined ? 0n : availableOutflow(terms, now);
  };
  return {
    account,
    releasesMax,
    available: async (currency, signal) => {
      const [limit, balance] = await Promise.all([
        limited(currency, signal),
        read(currency, signal),
      ]);
      return limit < balance ? limit : balance;
    },
    held: async (escrows, signal) => {
      const currencies = [...new Set(escrows.map(({ currency }) => currency))];
      const amounts = new Map(
        await Promise.all(
          currencies.map(async (currency) => [currency, await read(currency, signal)] as const),
        ),
      );
      return escrows.map(({ currency }) => amounts.get(currency) ?? 0n);
    },
  };
}
