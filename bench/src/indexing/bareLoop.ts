import { depositoryAbi } from '@portage/contracts';
import { getAbiItem, toEventSelector } from 'viem';

/** Part of a node's answer that is read. */
interface LogsReply {
  readonly result: readonly {
    readonly topics: readonly string[];
    readonly data: string;
    readonly transactionHash: string;
  }[];
}

/** First topic of `Deposit(bytes32,address,address,uint256,address)`. */
const depositTopic = toEventSelector(getAbiItem({ abi: depositoryAbi, name: 'Deposit' }));

const blocksPerRange = 8;

/** Block range of one depository, both ends included. */
export interface DepositRange {
  readonly depository: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Loop for comparison with the indexer: fetches the same logs, parses them, decodes them by slices,
 * and keeps nothing.
 */
export async function readBare(url: string, range: DepositRange): Promise<number> {
  let count = 0;
  for (let from = range.from; from <= range.to; from += blocksPerRange) {
    const to = Math.min(range.to, from + blocksPerRange - 1);
    const filter = {
      address: range.depository,
      topics: [depositTopic],
      fromBlock: `0x${from.toString(16)}`,
      toBlock: `0x${to.toString(16)}`,
    };
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getLogs', params: [filter] }),
    });
    // A bare loop trusts its node, so it checks nothing.
    const { result } = (await answer.json()) as LogsReply;
    for (const { topics, data, transactionHash } of result) {
      const amount = BigInt(`0x${data.slice(66, 130)}`);
      if (topics.length === 3 && amount > 0n && transactionHash.length === 66) count += 1;
    }
  }
  return count;
}
