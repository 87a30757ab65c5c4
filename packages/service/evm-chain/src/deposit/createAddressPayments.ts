import { zeroAddress } from '@portage/core';
import type { DepositAddresses } from '@portage/core/chain';
import { isObject, malformedReply, readList, readObject, type Rpc } from '@portage/chain-kit';
import { addressWord, tokenTopics } from '@portage/evm/abi';
import { readInteger, readQuantity, toQuantity } from '../rpc/parse.js';
import { readInternalTransfers } from './readInternalTransfers.js';

type Payments = Required<Pick<DepositAddresses, 'payments' | 'paymentsIn'>>;
type AddressPayment = Awaited<ReturnType<Payments['payments']>>[number];

/** Newest blocks whose logs are searched: many endpoints refuse more. */
const logBlocks = 1_000;
/** Newest blocks whose transactions are searched for native currency, which leaves no log. */
const nativeBlocks = 32;

/** Endpoints, and the tokens whose transfers are looked for. */
export interface AddressPaymentsOptions {
  readonly rpc: Pick<Rpc, 'read' | 'ask'>;
  readonly tokens: readonly string[];
}

/**
 * Makes the search for the transfers of payers. Native currency that a contract sends is in no log
 * and in no transaction of its own: it is found in a transaction that is named, where the endpoint
 * traces, and not in a range of blocks.
 */
export function createAddressPayments({ rpc, tokens }: AddressPaymentsOptions): Payments {
  const read = async (method: string, params: unknown[], signal?: AbortSignal): Promise<unknown> =>
    (await rpc.read([{ method, params }], signal))[0];
  return {
    payments: async (to, currencies, signal) => {
      const tip = readInteger(await read('eth_blockNumber', [], signal), 'height');
      const wanted = currencies.filter((currency) => tokens.includes(currency));
      const logs =
        wanted.length === 0
          ? []
          : await read(
              'eth_getLogs',
              [
                {
                  address: wanted,
                  topics: [tokenTopics.transfer, null, `0x${addressWord(to)}`],
                  fromBlock: toQuantity(Math.max(0, tip - logBlocks)),
                  toBlock: toQuantity(tip),
                },
              ],
              signal,
            );
      const natives = currencies.includes(zeroAddress) ? await readBlocks(rpc, tip, signal) : [];
      return [...readTransfers(logs), ...natives.filter(({ address }) => address === to)].sort(
        (a, b) => a.height - b.height,
      );
    },
    paymentsIn: async (txId, signal) => {
      const [receipt, transaction] = await rpc.read(
        [
          { method: 'eth_getTransactionReceipt', params: [txId] },
          { method: 'eth_getTransactionByHash', params: [txId] },
        ],
        signal,
      );
      if (!isObject(receipt) || receipt['status'] !== '0x1') return [];
      const transfers = readTransfers(receipt['logs']).filter(({ currency }) =>
        tokens.includes(currency),
      );
      return [...transfers, ...(await readNatives(rpc, transaction, signal))];
    },
  };
}

async function readBlocks(
  rpc: Pick<Rpc, 'read'>,
  tip: number,
  signal: AbortSignal | undefined,
): Promise<readonly AddressPayment[]> {
  const count = Math.min(nativeBlocks, tip + 1);
  const blocks = await rpc.read(
    Array.from({ length: count }, (_, index) => ({
      method: 'eth_getBlockByNumber',
      params: [toQuantity(tip - index), true],
    })),
    signal,
  );
  return blocks.flatMap((block) =>
    isObject(block) ? readList(block['transactions'], 'transactions').flatMap(readNative) : [],
  );
}

/**
 * Native currency that moves within a transaction: all of it where an endpoint traces, else what
 * the transaction itself carries.
 */
async function readNatives(
  rpc: Pick<Rpc, 'ask'>,
  transaction: unknown,
  signal: AbortSignal | undefined,
): Promise<readonly AddressPayment[]> {
  const own = readNative(transaction);
  if (!isObject(transaction)) return own;
  const { hash, blockNumber } = transaction;
  if (typeof hash !== 'string' || typeof blockNumber !== 'string') return own;
  const internal = await readInternalTransfers(rpc, hash, signal);
  const height = readInteger(blockNumber, 'height');
  return (
    internal?.map(({ to, amount }) => ({
      address: to,
      currency: zeroAddress,
      txId: hash.toLowerCase(),
      height,
      amount,
    })) ?? own
  );
}

/** Native currency that a transaction carries. */
function readNative(transaction: unknown): readonly AddressPayment[] {
  if (!isObject(transaction)) return [];
  const { hash, to, value, blockNumber } = transaction;
  // One without a block is not mined yet; one without a recipient makes a contract.
  if (typeof to !== 'string' || typeof hash !== 'string' || blockNumber === null) return [];
  const amount = readQuantity(value, 'value');
  if (amount === 0n) return [];
  return [
    {
      address: to.toLowerCase(),
      currency: zeroAddress,
      txId: hash.toLowerCase(),
      amount,
      height: readInteger(blockNumber, 'height'),
    },
  ];
}

function readTransfers(logs: unknown): readonly AddressPayment[] {
  return readList(logs, 'logs').flatMap((log): readonly AddressPayment[] => {
    const { address, topics, data, transactionHash, blockNumber } = readObject(log, 'log');
    const [topic, , to, ...others] = readList(topics, 'topics');
    // A transfer of an NFT has its id as a fourth topic.
    if (topic !== tokenTopics.transfer || others.length > 0) return [];
    if (
      typeof address !== 'string' ||
      typeof to !== 'string' ||
      to.length !== 66 ||
      typeof transactionHash !== 'string' ||
      typeof data !== 'string' ||
      !/^0x[0-9a-fA-F]{64}$/.test(data)
    )
      throw malformedReply('log');
    return [
      {
        address: `0x${to.slice(26).toLowerCase()}`,
        currency: address.toLowerCase(),
        txId: transactionHash.toLowerCase(),
        height: readInteger(blockNumber, 'height'),
        amount: BigInt(data),
      },
    ];
  });
}
