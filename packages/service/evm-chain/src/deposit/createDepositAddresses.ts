import { zeroAddress } from '@portage/core';
import type { AddressCurrency, DepositAddresses } from '@portage/core/chain';
import { depositAddress } from '@portage/evm/contracts';
import { addressWord, selectors, serviceSelectors, tokenTopics, uintWord } from '@portage/evm/abi';
import { gasLimit, gasUnits } from '../gas/gasUnits.js';
import { malformedReply, readObject, type Rpc, type RpcRequest } from '@portage/chain-kit';
import { createAddressPayments } from './createAddressPayments.js';
import { readQuantity, toQuantity } from '../rpc/parse.js';

/** Balances of one request, and addresses of one filter: endpoints refuse larger ones. */
const chunkMax = 250;

/**
 * For more addresses than this all transfers of the tokens are read: one request, and not one for
 * each chunk.
 */
const filteredMax = 1_000;

/** Endpoints, factory and tokens of deposit addresses. */
export interface DepositAddressesOptions {
  readonly rpc: Rpc;
  /** The contract that makes the addresses. */
  readonly factory: string;
  /** Tokens whose transfers are looked for. */
  readonly tokens: readonly string[];
}

/**
 * The deposit addresses of a chain: clones of the factory's account, computed here and never asked
 * for.
 */
export function createDepositAddresses({
  rpc,
  factory,
  tokens,
}: DepositAddressesOptions): DepositAddresses {
  return {
    addressOf: (owner) => depositAddress(factory, owner),
    sweep: ({ orderId, depositor }, currencies) => ({
      to: factory,
      data: `${serviceSelectors.sweep}${orderId.slice(2)}${addressWord(depositor)}${uintWord(0x60n)}${uintWord(BigInt(currencies.length))}${currencies.map(addressWord).join('')}`,
      gasLimit: currencies.reduce(
        (sum, currency) => sum + gasLimit({ type: 'sweep', currency }),
        0n,
      ),
      gas: currencies.reduce((sum, currency) => sum + gasUnits({ type: 'sweep', currency }), 0n),
    }),
    holdings: async (of, signal) => {
      const found = await inChunks(of, async (chunk) => {
        const results = await rpc.read(chunk.map(balanceRequest), signal);
        return chunk.map((_, index) => readQuantity(results[index], 'balance'));
      });
      return found;
    },
    ...createAddressPayments({ rpc, tokens }),
    receipts: async (addresses, { first, last }, signal) => {
      if (tokens.length === 0) return [];
      const readLogs = async (
        to: readonly string[] | undefined,
      ): Promise<readonly AddressCurrency[]> => {
        const topics = [
          tokenTopics.transfer,
          ...(to === undefined ? [] : [null, to.map((address) => `0x${addressWord(address)}`)]),
        ];
        const [logs] = await rpc.read(
          [
            {
              method: 'eth_getLogs',
              params: [
                {
                  address: tokens,
                  topics,
                  fromBlock: toQuantity(first),
                  toBlock: toQuantity(last),
                },
              ],
            },
          ],
          signal,
        );
        return readReceipts(logs);
      };
      if (addresses.length <= filteredMax) return inChunks(addresses, readLogs);
      const wanted = new Set(addresses);
      return (await readLogs(undefined)).filter(({ address }) => wanted.has(address));
    },
  };
}

/** One chunk after another: a chain's endpoint has others to serve. */
async function inChunks<Item, Found>(
  items: readonly Item[],
  read: (chunk: readonly Item[]) => Promise<readonly Found[]>,
): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (let start = 0; start < items.length; start += chunkMax)
    found.push(...(await read(items.slice(start, start + chunkMax))));
  return found;
}

function balanceRequest({ address, currency }: AddressCurrency): RpcRequest {
  if (currency === zeroAddress) return { method: 'eth_getBalance', params: [address, 'latest'] };
  return {
    method: 'eth_call',
    params: [{ to: currency, data: `${selectors.balanceOf}${addressWord(address)}` }, 'latest'],
  };
}

/** Tokens that reached addresses, each once. @throws PortageError `RPC_HTTP_ERROR` */
function readReceipts(logs: unknown): readonly AddressCurrency[] {
  if (!Array.isArray(logs)) throw malformedReply('list of logs');
  const list: readonly unknown[] = logs;
  const found = new Map<string, AddressCurrency>();
  for (const log of list) {
    const { address: token, topics } = readObject(log, 'log');
    const to: unknown = Array.isArray(topics) ? topics[2] : undefined;
    if (typeof token !== 'string' || typeof to !== 'string' || to.length !== 66)
      throw malformedReply('log');
    const address = `0x${to.slice(26).toLowerCase()}`;
    const currency = token.toLowerCase();
    found.set(`${address} ${currency}`, { address, currency });
  }
  return [...found.values()];
}
