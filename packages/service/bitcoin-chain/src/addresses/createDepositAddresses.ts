import type { BitcoinNetwork } from '@portage/bitcoin/codec';
import { addressOf, scriptOf } from '@portage/bitcoin/transaction';
import type { Rpc } from '@portage/chain-kit';
import { PortageError } from '@portage/core';
import type { DepositAddresses } from '@portage/core/chain';
import { feeOf } from '../coins/selectCoins.js';
import type { Esplora } from '../esplora/createEsplora.js';
import { readFirstEsplora } from '../esplora/readFirstEsplora.js';
import { paidSweepSize, refundSize, sweepSize } from '../gas/operationSize.js';
import { readPlace } from '../spend/readPlace.js';
import type { AddressCoins } from './createAddressCoins.js';
import type { BlockOutputs } from './createBlockOutputs.js';
import type { AddressKeys } from './openAddressKeys.js';
import { encodeSweepOwner } from './sweepOwner.js';
import { sweptAmount, worthCoins } from './worthCoins.js';

type Payments = Required<Pick<DepositAddresses, 'payments'>>;
type AddressPayment = Awaited<ReturnType<Payments['payments']>>[number];

/** Options of {@link createDepositAddresses}. */
export interface DepositAddressesOptions {
  readonly network: BitcoinNetwork;
  /** Canonical address of the currency. */
  readonly currency: string;
  readonly keys: AddressKeys;
  readonly coins: AddressCoins;
  readonly blocks: BlockOutputs;
  readonly rpc: Pick<Rpc, 'first'>;
  /** Endpoints that know the coins of addresses, in the order in which they are asked. */
  readonly esploras: readonly Esplora[];
  /** Market rate, satoshi for a thousand virtual bytes; undefined while it is not known. */
  readonly feeRate: () => bigint | undefined;
}

/**
 * The deposit addresses of a chain: children of one extended key, computed here and never asked
 * for. What is held at one is what a sweep would bring: dust that costs more than it is worth is
 * not counted. Payments are seen in blocks, so that no unpaid address is asked about.
 */
export function createDepositAddresses(options: DepositAddressesOptions): DepositAddresses {
  const { network, currency, keys, coins, blocks } = options;
  const worthAt = (address: string, rate: bigint): bigint =>
    sweptAmount(worthCoins(coins.remembered(address), rate), rate);
  return {
    addressOf: keys.addressOf,
    sweep: (owner) => {
      const to = keys.addressOf(owner);
      return {
        to,
        data: encodeSweepOwner(owner, network),
        gasLimit: BigInt(sweepSize(coins.remembered(to).length)),
        gas: BigInt(paidSweepSize(coins.remembered(to).length)),
      };
    },
    holdings: async (of, signal) => {
      const rate = options.feeRate();
      if (rate === undefined)
        throw new PortageError('RPC_HTTP_ERROR', {
          message: 'No quorum of chain endpoints tells the fee rate.',
        });
      const asked = of.filter((each) => each.currency === currency).map(({ address }) => address);
      const addresses = [...new Set(asked)];
      const found = await coins.read(addresses, signal);
      const held = new Map(
        addresses.map((address, index) => {
          const coins = found[index];
          return [address, coins && sweptAmount(worthCoins(coins, rate), rate)];
        }),
      );
      return of.map((each) => (each.currency === currency ? held.get(each.address) : 0n));
    },
    receiptsTellNative: true,
    receipts: async (addresses, range, signal = new AbortController().signal) => {
      const paid = await blocks.paid(range, signal);
      const rate = options.feeRate();
      // What was left because its sweep cost too much is looked at again when that costs less.
      const isDue = (address: string): boolean =>
        rate !== undefined &&
        worthAt(address, rate) > feeOf(rate, sweepSize(1)) + feeOf(rate, refundSize);
      return addresses
        .filter((address) => paid.has(scriptHex(address, network)) || isDue(address))
        .map((address) => ({ address, currency }));
    },
    payments: async (to, currencies, signal) =>
      currencies.includes(currency) ? readPayments(options, to, signal) : [],
    paymentsIn: (txId, signal) => readPaymentsIn(options, txId, signal),
  };
}

function scriptHex(address: string, network: BitcoinNetwork): string {
  return Buffer.from(scriptOf(address, network)).toString('hex');
}

/** Transactions in blocks whose outputs are still at an address, oldest first. */
async function readPayments(
  { esploras, currency }: DepositAddressesOptions,
  to: string,
  signal: AbortSignal | undefined,
): Promise<readonly AddressPayment[]> {
  const told = await readFirstEsplora(esploras, (esplora) => esplora.unspent(to, signal), signal);
  const found = new Map<string, AddressPayment>();
  for (const { txId, value, height } of told) {
    if (height === undefined) continue;
    const amount = (found.get(txId)?.amount ?? 0n) + value;
    found.set(txId, { address: to, currency, txId, height, amount });
  }
  return [...found.values()].sort((one, other) => one.height - other.height);
}

/** Outputs of a transaction in a block. */
async function readPaymentsIn(
  { rpc, network, currency }: DepositAddressesOptions,
  txId: string,
  signal: AbortSignal | undefined,
): Promise<readonly AddressPayment[]> {
  const found = await rpc.first((ask) => readPlace({ ask }, txId, signal), signal);
  const { block } = found ?? {};
  if (found === undefined || block === undefined) return [];
  return found.transaction.outs.flatMap(({ script, value: amount }): readonly AddressPayment[] => {
    const address = addressOf(script, network);
    return address === undefined ? [] : [{ address, currency, txId, height: block.height, amount }];
  });
}
