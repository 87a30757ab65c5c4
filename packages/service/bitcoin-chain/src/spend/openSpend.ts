import { readOnHeads, type Quorum, type ReadOnHeadsOptions, type Rpc } from '@portage/chain-kit';
import type { BitcoinNetwork } from '@portage/bitcoin/codec';
import { addressOf } from '@portage/bitcoin/transaction';
import { assert } from '@portage/core';
import type { Spend, Vault } from '@portage/core/chain';
import { isSameScript, sumOf, type OwnedCoin } from '../coins/coin.js';
import type { OwnAccount } from '../coins/confirmCoins.js';
import type { Esplora } from '../esplora/createEsplora.js';
import { withTimer } from '../observe/withTimer.js';
import { createCoinMemory } from './createCoinMemory.js';
import { createFindFate } from './createFindFate.js';
import { createReadFacts } from './createReadFacts.js';
import { createSend } from './createSend.js';
import { createSpend } from './createSpend.js';
import { createVault } from './createVault.js';
import type { SpendingKey } from './signTransaction.js';
import type { Sweeps } from './sweeps.js';

/** Milliseconds for which coins are believed without a new reading. */
const coinsAgeMsMax = 300_000;

/** Options of {@link openSpend}. */
export interface OpenSpendOptions {
  readonly network: BitcoinNetwork;
  readonly solver: SpendingKey;
  readonly vault: SpendingKey;
  /** Endpoints of Core, which take transactions. */
  readonly rpc: Rpc;
  /** What a quorum of them says. */
  readonly quorum: Quorum;
  /** Endpoints that know coins by their address. */
  readonly esploras: readonly Esplora[];
  readonly heads: ReadOnHeadsOptions['heads'];
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
  /** Milliseconds since any moment. */
  readonly clock: () => number;
  readonly signal: AbortSignal;
  /** Whether nothing is to be read for now, as another process shares its readings. */
  readonly isLeft?: (() => boolean) | undefined;
}

/** What spends, and what is left to spend. */
export interface OpenedSpend {
  readonly spend: Spend;
  readonly vault: Vault;
  /** Satoshi of the solver in blocks; undefined while not known. */
  readonly balance: () => bigint | undefined;
  /** Reads the coins again now. @throws PortageError `RPC_HTTP_ERROR` */
  refresh(): Promise<void>;
}

/**
 * Opens the spending of the solver and the depository. Their coins are read now, after every head,
 * and every half minute, as no block may come for an hour.
 *
 * @throws PortageError `RPC_HTTP_ERROR` where the coins cannot be read now
 */
export async function openSpend(options: OpenSpendOptions): Promise<OpenedSpend> {
  const { network, solver, vault, rpc, quorum, esploras, sweeps, clock, signal } = options;
  const accounts = { solver: accountOf(solver, network), vault: accountOf(vault, network) };
  const coins = createCoinMemory({
    ...{ accounts: Object.values(accounts), quorum, esploras, ageMsMax: coinsAgeMsMax, clock },
  });
  const fates = createFindFate({ quorum, esploras });
  const { finalizedHeight } = options;
  const readFacts = createReadFacts({ quorum, fates, finalizedHeight });
  const give = createSend(rpc, esploras);
  await readOnHeads(() => coins.refresh(signal), {
    ...{ heads: withTimer(options.heads, signal), afterHeadMs: 0, clock, signal },
    isLeft: options.isLeft,
  });
  const { confirmed } = coins;
  return {
    spend: createSpend({
      ...{ network, solver, vault, sender: accounts.solver.address, confirmed: coins.spendable },
      ...{ feeRate: options.feeRate, feeRateMax: options.feeRateMax, sweeps },
      joinedMax: options.joinedMax,
      readFacts: async (txId, stored, stop) => {
        const inputs = stored?.inputs ?? [];
        // A payment that another one took the place of is known to no node any more.
        for (const coin of inputs)
          if (coin.madeFrom !== undefined) fates.rememberInputs(coin.txId, coin.madeFrom);
        const facts = await readFacts(txId, stored, stop);
        if (facts.block !== undefined) {
          coins.markSpent(inputs);
          sweeps?.markSpent(inputs);
        }
        return facts;
      },
      send: (bytes, stop) => {
        fates.remember(bytes);
        return give(bytes, stop);
      },
    }),
    vault: createVault({
      ...{ account: accounts.vault.address, script: vault.script, confirmed },
    }),
    balance: () => sumOfScript(confirmed(), solver.script),
    refresh: () => coins.refresh(signal),
  };
}

function accountOf({ script }: SpendingKey, network: BitcoinNetwork): OwnAccount {
  const address = addressOf(script, network);
  assert(address !== undefined, 'the script of a key has an address');
  return { address, script };
}

function sumOfScript(
  coins: readonly OwnedCoin[] | undefined,
  script: Uint8Array,
): bigint | undefined {
  return coins && sumOf(coins.filter((coin) => isSameScript(coin.script, script)));
}
