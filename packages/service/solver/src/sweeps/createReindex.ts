import { isPortageError, PortageError, requestFault } from '@portage/core';
import { findAsset, type Chain, type DepositAddresses } from '@portage/core/chain';
import type { StoredDepositAddress } from '@portage/settlement';
import { fresh, type SolverOptions } from '../context.js';
import { isWorthSweeping } from './isWorthSweeping.js';
import { orderSweep } from './orderSweep.js';
import { completePolicy } from '../policy/solverPolicy.js';

/** Question of a look. */
export interface ReindexRequest {
  /** Chain of the address. */
  readonly chainId: number;
  readonly depositAddress: string;
  /** Chain to look on, where it is another one on which the address is the same. */
  readonly targetChainId?: number | undefined;
  /** Default: every currency that the chain lists. */
  readonly currency?: string | undefined;
}

/** Findings of a look. */
export interface Reindexed {
  /** Currencies that are swept now. */
  readonly triggered: readonly string[];
  readonly checked: number;
  readonly failed: number;
}

/** Looks at a deposit address now. */
export type Reindex = (request: ReindexRequest) => Promise<Reindexed>;

/** Parts that a look needs. */
export type ReindexOptions = Pick<
  SolverOptions,
  'chains' | 'settlement' | 'prices' | 'clock' | 'policy'
>;

/**
 * Makes what looks at a deposit address on demand, on its own chain or on another one where the
 * same address is ours, and has it swept where it is worth the gas.
 *
 * @throws PortageError `UNSUPPORTED_CHAIN`, `INVALID_ADDRESS`, `UNKNOWN_REQUEST`,
 *   `UNSUPPORTED_FEATURE`, `UNSUPPORTED_CURRENCY`
 */
export function createReindex(options: ReindexOptions): Reindex {
  const { chains, settlement, clock, prices } = options;
  const policy = completePolicy(options.policy);
  return async ({ chainId, depositAddress, targetChainId, currency }) => {
    const home = chains.byId(chainId);
    const address = home.codec.normalizeAddress(depositAddress);
    const owner = (await settlement.addresses.find([address])).find(
      (found) => found.chainId === chainId,
    );
    if (owner === undefined)
      throw new PortageError('UNKNOWN_REQUEST', {
        message: `${address} is no deposit address on chain ${String(chainId)}.`,
      });
    const target = targetChainId === undefined ? home : chains.byId(targetChainId);
    const addresses = sameAddress(target, owner);
    const currencies =
      currency === undefined
        ? target.assets.map((asset) => asset.address)
        : [readCurrency(target, currency)];
    const found = await Promise.all(
      currencies.map((each) => readWorth(options, target, addresses, { address, currency: each })),
    );
    const held = currencies.flatMap((each, index) => {
      const amount = found[index] ?? 0n;
      return amount === 0n ? [] : [{ currency: each, amount }];
    });
    // What another chain charges says nothing of this one's gas.
    const charged = target.id === home.id ? owner.charged : undefined;
    const on = { chain: target, addresses, clock, prices, policy };
    const outcome =
      held.length > 0 ? await orderSweep(settlement, on, { ...owner, charged }, held) : 'dear';
    return {
      triggered: outcome === 'dear' ? [] : held.map((each) => each.currency),
      checked: currencies.length,
      failed: found.filter((each) => each === undefined).length,
    };
  };
}

/** The addresses of a chain, where they say the same: else what lies there cannot be moved. */
function sameAddress(
  target: Chain,
  { orderId, depositor, address }: StoredDepositAddress,
): DepositAddresses {
  const addresses = target.deposit?.addresses;
  if (addresses?.addressOf({ orderId, depositor }) === address) return addresses;
  throw requestFault('targetChainId', 'has other deposit addresses', {
    code: 'UNSUPPORTED_FEATURE',
    message: `On chain ${String(target.id)} this is not an address of ours, so what lies there cannot be moved.`,
    hint: 'Look on the chain that the address was made for.',
  });
}

function readCurrency(chain: Chain, currency: string): string {
  const address = chain.codec.normalizeAddress(currency);
  if (findAsset(chain, address) !== undefined) return address;
  throw requestFault('currency', 'is not offered', {
    code: 'UNSUPPORTED_CURRENCY',
    message: `${currency} is not a currency of chain ${String(chain.id)} that is offered.`,
  });
}

/**
 * Amount that is there, 0 where it is not worth its way; undefined where that could not be found
 * out.
 */
async function readWorth(
  { prices, clock, policy }: ReindexOptions,
  chain: Chain,
  addresses: DepositAddresses,
  at: { readonly address: string; readonly currency: string },
): Promise<bigint | undefined> {
  const readings = { clock, policy: completePolicy(policy) };
  try {
    const [amount] = await addresses.holdings([at]);
    if (amount === undefined) return undefined;
    const isWorth = isWorthSweeping(
      {
        chain,
        price: (assetId) => fresh(readings, prices(assetId)),
        fresh: (reading) => fresh(readings, reading),
      },
      at.currency,
      amount,
    );
    if (isWorth === undefined) return undefined;
    return isWorth ? amount : 0n;
  } catch (error) {
    if (!isPortageError(error)) throw error;
    return undefined;
  }
}
