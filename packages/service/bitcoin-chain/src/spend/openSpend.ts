import { ownFee } from './ownFee.js';
import type { BitcoinNetwork } from '@portage/bitcoin/codec';
import { addressOf } from '@portage/bitcoin/transaction';
import { assert } from '@portage/core';
import type { Spend, Vault } from '@portage/core/chain';
import type { CoinControl } from '@portage/core/plugin';
import { isSameScript } from '../coins/coin.js';
import type { OwnAccount } from '../coins/confirmCoins.js';
import { createCoinControl } from './createCoinControl.js';
import { createFamilies } from './createFamilies.js';
import { createFindFate } from './createFindFate.js';
import { createReadFacts } from './createReadFacts.js';
import { createSend } from './createSend.js';
import { createSpend } from './createSpend.js';
import { createVault } from './createVault.js';
import { balanceOf, openCoins, type CoinReading } from './openCoins.js';
import type { SpendingKey } from './signTransaction.js';
import type { Sweeps } from './sweeps.js';
import { takesTruc } from './takesTruc.js';

/** Milliseconds for which coins are believed without a new reading. */
const coinsAgeMsMax = 300_000;

/** Options of {@link openSpend}. */
export interface OpenSpendOptions extends CoinReading {
  readonly solver: SpendingKey;
  readonly vault: SpendingKey;
  /** Newest height that no reorg takes back. */
  readonly finalizedHeight: (signal?: AbortSignal) => Promise<number>;
  /** Market rate, satoshi for a thousand virtual bytes; undefined while it is not known. */
  readonly feeRate: () => bigint | undefined;
  /** Highest rate that is ever paid, satoshi for a thousand virtual bytes. */
  readonly feeRateMax: bigint;
  /** Sweeps of deposit addresses; absent where there are none. */
  readonly sweeps?: Sweeps | undefined;
  /** Fills of one transaction at most. */
  readonly joinedMax: number;
}

/** Money of accounts of ours, as far as it is known. */
export interface OpenedMoney {
  /** Accounts whose coins are kept. */
  readonly accounts: readonly OwnAccount[];
  /** Satoshi of the solver in blocks; undefined while not known. */
  readonly balance: () => bigint | undefined;
  /** Satoshi of one of the accounts in blocks; undefined while not known. */
  readonly balanceOf: (account: OwnAccount) => bigint | undefined;
  /** Addresses whose coins no endpoint of Esplora listed when they were read last. */
  readonly unlisted: () => readonly string[];
  /** Reads the coins again now. @throws PortageError `RPC_HTTP_ERROR` */
  refresh(): Promise<void>;
  /** Plans of changes of the solver's coins; absent where its coins are not read. */
  readonly coins?: CoinControl | undefined;
}

/** Spending and vault of a chain, with the balances that they draw on. */
export interface OpenedSpend extends OpenedMoney {
  readonly spend: Spend;
  readonly vault: Vault;
}

/**
 * Opens the spending of the solver and the depository.
 *
 * @throws PortageError `RPC_HTTP_ERROR` where the coins cannot be read now
 */
export async function openSpend(options: OpenSpendOptions): Promise<OpenedSpend> {
  const { network, solver, vault, rpc, quorum, esploras, sweeps, signal } = options;
  const accounts = { solver: accountOf(solver, network), vault: accountOf(vault, network) };
  const own = Object.values(accounts);
  const coins = await openCoins(options, {
    accounts: own,
    ageMsMax: coinsAgeMsMax,
    isSpending: true,
  });
  const fates = createFindFate({ quorum, esploras });
  const { finalizedHeight, clock } = options;
  const families = createFamilies({ quorum, clock });
  const readFacts = createReadFacts({ quorum, fates, finalizedHeight });
  const give = createSend(rpc, esploras);
  const { confirmed } = coins;
  return {
    spend: createSpend({
      network,
      solver,
      vault,
      sender: accounts.solver.address,
      confirmed: coins.spendable,
      feeRate: options.feeRate,
      feeRateMax: options.feeRateMax,
      sweeps,
      joinedMax: options.joinedMax,
      takesTruc: await takesTruc(rpc, signal),
      familyOf: (txId) => families.get(txId),
      readFacts: async (txId, stored, stop) => {
        const inputs = stored?.inputs ?? [];
        // A payment that another one took the place of is known to no node any more.
        for (const coin of inputs)
          if (coin.madeFrom !== undefined) fates.rememberInputs(coin.txId, coin.madeFrom);
        coins.remember(
          inputs.filter((coin) => own.some(({ script }) => isSameScript(script, coin.script))),
        );
        const facts = await readFacts(txId, stored, stop);
        if (facts.isPending) await families.look(txId, stop);
        if (facts.block !== undefined) {
          coins.markSpent(inputs);
          sweeps?.markSpent(inputs);
        }
        const scripts = { solver: solver.script, vault: vault.script };
        return stored === undefined ? facts : { ...facts, fee: ownFee(stored, scripts) };
      },
      send: (bytes, stop) => {
        fates.remember(bytes);
        return give(bytes, stop);
      },
    }),
    vault: createVault({ account: accounts.vault.address, script: vault.script, confirmed }),
    accounts: own,
    balance: () => balanceOf(coins, solver.script),
    balanceOf: ({ script }) => balanceOf(coins, script),
    unlisted: coins.unlisted,
    refresh: () => coins.refresh(signal),
    coins: createCoinControl({
      sender: accounts.solver.address,
      script: solver.script,
      confirmed: coins.spendable,
      feeRate: options.feeRate,
      feeRateMax: options.feeRateMax,
    }),
  };
}

function accountOf({ script }: SpendingKey, network: BitcoinNetwork): OwnAccount {
  const address = addressOf(script, network);
  assert(address !== undefined, 'the script of a key has an address');
  return { address, script };
}
