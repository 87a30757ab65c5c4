import { PortageError } from '@portage/core';
import type { Simulation } from '@portage/core/chain';
import { createBitcoinCodec, type BitcoinNetwork } from '@portage/bitcoin/codec';
import type { OwnedCoin } from '../coins/coin.js';
import type { Sweeps } from '../spend/sweeps.js';
import type { AddressCoins } from './createAddressCoins.js';
import type { AddressKeys } from './openAddressKeys.js';
import { planSweep, sweepKey } from './planSweep.js';
import { sweptAmount, worthCoins } from './worthCoins.js';

/** Options of {@link createSweeps}. */
export interface SweepsOptions {
  readonly network: BitcoinNetwork;
  readonly keys: AddressKeys;
  readonly coins: AddressCoins;
  /** Market rate, satoshi for a thousand virtual bytes; undefined while it is not known. */
  readonly feeRate: () => bigint | undefined;
}

const empty: Simulation = { status: 'reverts', reason: 'nothing at the address is worth its fee' };
const unread: Simulation = {
  status: 'unknown',
  reason: 'no endpoint lists the coins of the address, which may be too many',
};

/** Makes the sweeps of a chain. */
export function createSweeps({ network, keys, coins, feeRate }: SweepsOptions): Sweeps {
  const codec = createBitcoinCodec(network);
  return {
    keyOf: (intent) => sweepKey(intent, keys, network),
    plan: (intent, facts) =>
      planSweep(intent, sweepKey(intent, keys, network), {
        ...facts,
        network,
        coins: coins.known(intent.to),
      }),
    amount: sweptAmount,
    simulate: async (intents, signal) => {
      const sweeps = intents.filter((intent) => intent.type === 'relay');
      const addresses = [...new Set(sweeps.map(({ to }) => codec.normalizeAddress(to)))];
      const rate = feeRate();
      if (addresses.length > 0 && rate === undefined)
        throw new PortageError('RPC_HTTP_ERROR', {
          message: 'No quorum of chain endpoints tells the fee rate.',
        });
      const found = await coins.read(addresses, signal);
      const answers = new Map(
        addresses.map((address, index) => [address, simulationOf(found[index], rate ?? 0n)]),
      );
      return intents.map((intent): Simulation =>
        intent.type === 'relay' ? (answers.get(intent.to) ?? empty) : { status: 'passes' },
      );
    },
    markSpent: coins.markSpent,
  };
}

function simulationOf(coins: readonly OwnedCoin[] | undefined, feeRate: bigint): Simulation {
  if (coins === undefined) return unread;
  return worthCoins(coins, feeRate).length > 0 ? { status: 'passes' } : empty;
}
