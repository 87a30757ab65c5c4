import { PortageError } from '@portage/core';
import type { Vault } from '@portage/core/chain';
import type { Rpc } from '@portage/chain-kit';
import { solanaCodec } from '@portage/solana/codec';
import { readDepositoryConfig, type DepositoryAddresses } from '@portage/solana/program';
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
 * order and knows no reclaim, so what it holds is bounded by the sum alone.
 */
export function createVault(options: VaultOptions): Vault {
  const { config, rpc, addresses, balances, fees, time } = options;
  const account = config.programs.depository;
  /** What a withdrawal may take: the vault itself has to stay. */
  const read = async (currency: string, signal?: AbortSignal): Promise<bigint> => {
    const balance = await balances.read(account, currency, signal);
    if (currency !== solanaCodec.nativeCurrency) return balance;
    const rent = fees.market()?.value.rent.wallet;
    return rent === undefined || balance < rent ? 0n : balance - rent;
  };
  const isPaused = async (signal?: AbortSignal): Promise<boolean> => {
    const [result] = await rpc.read([accountsRequest([addresses.config])], signal);
    const [state] = readAccounts(result);
    const said = state === undefined ? undefined : readDepositoryConfig(state.data);
    if (said === undefined)
      throw new PortageError('RPC_HTTP_ERROR', {
        message: 'A chain endpoint does not know the depository.',
      });
    return said.withdrawalsPausedUntil > BigInt(Math.floor(time()));
  };
  return {
    account,
    releasesMax,
    available: async (currency, signal) =>
      (await isPaused(signal)) ? 0n : await read(currency, signal),
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
