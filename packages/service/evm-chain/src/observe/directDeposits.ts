import type { DepositEvent, EventPlace } from '@portage/core/chain';
import { zeroAddress } from '@portage/core';
import { isObject, malformedReply } from '@portage/chain-kit';
import { addressWord, readAddress, tokenTopics } from '@portage/evm/abi';
import { noOrder } from '@portage/evm/contracts';
import { readHash, readInteger } from '../rpc/parse.js';
import { readTransfer } from '../transfers/referencedTransfer.js';
import type { Contracts } from './logs.js';

/** Tokens that reached the depository, as the token's own log tells. */
export interface IncomingTransfer extends Omit<EventPlace, 'ordinal'> {
  readonly currency: string;
  readonly sender: string;
  readonly amount: bigint;
}

/** Contracts between which direct transfers are looked for. */
type DirectContracts = Pick<Contracts, 'depository' | 'tokens'>;

/** The part of an `eth_getLogs` filter that names transfers of our tokens to the depository. */
export function incomingFilter({ depository, tokens }: Required<DirectContracts>): object {
  return { address: tokens, topics: [tokenTopics.transfer, null, `0x${addressWord(depository)}`] };
}

/**
 * Transfers of our tokens to the depository among logs, oldest first; other logs are passed over.
 *
 * @throws PortageError `RPC_HTTP_ERROR` when such a log is malformed
 */
export function readIncoming(
  logs: unknown,
  { depository, tokens = [] }: DirectContracts,
): readonly IncomingTransfer[] {
  if (!Array.isArray(logs)) throw malformedReply('list of logs');
  const wanted = `0x${addressWord(depository)}`;
  return logs.flatMap((log: unknown): readonly IncomingTransfer[] => {
    if (!isObject(log) || !Array.isArray(log['topics'])) throw malformedReply('log');
    const topics: readonly unknown[] = log['topics'];
    const [topic, sender, recipient, ...more] = topics;
    const currency = String(log['address']).toLowerCase();
    const isWanted =
      topic === tokenTopics.transfer &&
      String(recipient).toLowerCase() === wanted &&
      more.length === 0 &&
      tokens.includes(currency);
    if (!isWanted) return [];
    const { data } = log;
    if (typeof data !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(data) || log['removed'] === true)
      throw malformedReply('log');
    return [
      {
        txId: readHash(log['transactionHash'], 'transaction hash'),
        height: readInteger(log['blockNumber'], 'block number'),
        blockHash: readHash(log['blockHash'], 'block hash'),
        currency,
        sender: readAddress(String(sender).slice(2), 0),
        amount: BigInt(data),
      },
    ];
  });
}

/**
 * The direct deposit that a transaction makes by its own call: a transfer of one of our tokens to
 * the depository with the id of an order behind it. What counts is the amount that the token says
 * has arrived. Undefined for everything else, and where more than one transfer reached the
 * depository in the same transaction. No escrow holds the money, so the depositor is the zero
 * address, which no other deposit has.
 */
export function readDirectDeposit(
  transaction: unknown,
  incoming: readonly IncomingTransfer[],
  { depository }: DirectContracts,
): DepositEvent | undefined {
  const transfer = readTransfer(transaction);
  const [arrived, ...others] = incoming;
  if (
    transfer === undefined ||
    arrived === undefined ||
    others.length > 0 ||
    transfer.recipient !== depository ||
    transfer.currency !== arrived.currency ||
    transfer.sender !== arrived.sender ||
    transfer.reference === noOrder ||
    arrived.amount === 0n
  )
    return undefined;
  const { txId, height, blockHash, currency, amount } = arrived;
  return {
    type: 'deposit',
    txId,
    ordinal: 0,
    height,
    blockHash,
    orderId: transfer.reference,
    depositor: zeroAddress,
    payer: transfer.sender,
    currency,
    amount,
  };
}
