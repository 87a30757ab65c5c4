import type { Effect } from '@portage/core/executor';
import { addressOf, nativeCurrency } from '../address/address.js';
import { isSameBytes } from '../address/isSameBytes.js';
import type { BitcoinNetwork } from '../address/networks.js';
import { scriptKind } from '../address/scriptKind.js';
import { readOrderMark, type OrderMark } from '../transaction/orderMark.js';
import {
  inspectPsbt,
  type PsbtInput,
  type PsbtOutput,
  type ReadPsbt,
} from '../transaction/readPsbt.js';
import { isKept, type KeptCoins } from './keptCoins.js';
import { transactionWeight, virtualSize } from '../transaction/weight.js';

/** Sequences that neither lock by time nor wait for an age of the coin. */
const leastSequence = 0xfffffffd;
const sighashAll = 1;
const sighashDefault = 0;
const opReturn = 0x6a;

/** Bounds and place of the transactions that are read. */
export interface EffectsContext {
  readonly chainId: number;
  readonly network: BitcoinNetwork;
  /** Satoshi of a fee at most. */
  readonly feeMax: bigint;
  /** Satoshi for a virtual byte at most. */
  readonly feeRateMax: number;
  /** Coins that are left alone. Default: none. */
  readonly kept?: KeptCoins | undefined;
}

/** Item whose effects are read. */
export interface EffectsInput {
  /** PSBT as hex. */
  readonly psbt: string;
  readonly isSend: boolean;
}

/**
 * Effects of the transaction of a PSBT. The owner of all inputs pays; what comes back to it is
 * change; an output under a mark is a deposit, every other one a payment. Anything else is unknown.
 *
 * The fee rests on the values that the PSBT shows. A signature of P2WPKH commits to the value of
 * its own coin and one of P2TR to all of them, so that a transaction with a false value is not
 * valid; P2PKH, which commits to none, must show its whole transaction. Two signings, each with
 * another false value, are prevented when the wallet is asked: values of several inputs are looked
 * up in their transactions.
 */
export function transactionEffects(
  context: EffectsContext,
  { psbt: hex, isSend }: EffectsInput,
): readonly Effect[] {
  const { chainId, network } = context;
  const unknown = (reason: string): readonly Effect[] => [{ type: 'unknown', chainId, reason }];
  const inspected = inspectPsbt(hex, network);
  if (inspected.fault !== undefined) return unknown(inspected.fault);
  const { psbt } = inspected;
  const [first] = psbt.inputs;
  const payer = first === undefined ? undefined : addressOf(first.script, network);
  const fault =
    keptFault(psbt.inputs, context) ??
    inputFault(psbt.inputs) ??
    frameFault(psbt) ??
    feeFault(psbt, context);
  if (first === undefined || payer === undefined || fault !== undefined)
    return unknown(fault ?? 'inputs without an address');
  const outputs = sortOutputs(psbt.outputs, { payer: first.script, network });
  if (typeof outputs === 'string') return unknown(outputs);
  const { mark, paid } = outputs;
  const [orderId] = mark?.orderIds ?? [];
  return paid.map(({ address: recipient, value: amount }, place): Effect => {
    const currency = nativeCurrency;
    if (orderId === undefined || isSend || place > 0)
      return {
        type: 'payment',
        chainId,
        sender: payer,
        recipient,
        currency,
        amount,
        reference: orderId,
      };
    const depositor = mark?.depositor ?? payer;
    return {
      type: 'deposit',
      chainId,
      depository: recipient,
      currency,
      amount,
      orderId,
      depositor,
    };
  });
}

/** A coin that its owner wants to keep is not spent, whoever chose it. */
function keptFault(
  inputs: readonly PsbtInput[],
  { kept = new Set() }: EffectsContext,
): string | undefined {
  const coin = inputs.find((input) => isKept(kept, input));
  return coin === undefined
    ? undefined
    : `it spends a coin that is to be left alone, ${coin.txId}:${String(coin.vout)}`;
}

function inputFault(inputs: readonly PsbtInput[]): string | undefined {
  const [first] = inputs;
  const seen = new Set(inputs.map(({ txId, vout }) => `${txId}:${vout}`));
  if (seen.size !== inputs.length) return 'an input twice';
  for (const { script, sequence, sighashType } of inputs) {
    if (first === undefined || !isSameBytes(script, first.script))
      return 'inputs of several owners';
    if (sequence < leastSequence) return `an input with the sequence ${sequence}`;
    const isAll =
      sighashType === undefined ||
      sighashType === sighashAll ||
      (sighashType === sighashDefault && scriptKind(script) === 'p2tr');
    if (!isAll) return `a signature of the type ${sighashType}`;
  }
  return undefined;
}

function frameFault({ version, lockTime }: ReadPsbt): string | undefined {
  if (version !== 1 && version !== 2) return `a transaction of version ${version}`;
  return lockTime === 0 ? undefined : 'a transaction that is locked by time';
}

function feeFault(
  { inputs, outputs, fee }: ReadPsbt,
  { feeMax, feeRateMax }: EffectsContext,
): string | undefined {
  const size = virtualSize(
    transactionWeight(
      inputs.map(({ script }) => scriptKind(script) ?? 'p2wpkh'),
      outputs.map(({ script }) => script),
    ),
  );
  return fee > feeMax || fee > BigInt(Math.floor(feeRateMax * size))
    ? `a fee of ${fee} satoshi for ${size} virtual bytes`
    : undefined;
}

/** Payer of a transaction, and its network. */
interface SortContext {
  /** Output script of the payer. */
  readonly payer: Uint8Array;
  readonly network: BitcoinNetwork;
}

/** Outputs of a transaction that are no change. */
interface SortedOutputs {
  readonly mark: OrderMark | undefined;
  readonly paid: readonly PaidOutput[];
}

/** Output that pays an address. */
interface PaidOutput {
  readonly address: string;
  readonly value: bigint;
}

/** The mark and the payments of outputs, or what is wrong about them. */
function sortOutputs(
  outputs: readonly PsbtOutput[],
  { payer, network }: SortContext,
): SortedOutputs | string {
  const marks = outputs.filter(({ script }) => script[0] === opReturn);
  if (marks.length > 1) return 'several marks';
  const mark = marks[0] === undefined ? undefined : readOrderMark(marks[0].script, network);
  if (marks[0] !== undefined && mark?.orderIds.length !== 1) return 'data that is no mark';
  if (marks.some(({ value }) => value !== 0n)) return 'a mark that burns money';
  const rest = outputs.filter(({ script }) => script[0] !== opReturn);
  const paid = rest.filter(({ script }) => !isSameBytes(script, payer));
  if (rest.length - paid.length > 1) return 'several outputs of change';
  const known = paid.flatMap(({ address, value }) =>
    address === undefined ? [] : [{ address, value }],
  );
  if (known.length !== paid.length) return 'an output to a script without an address';
  return known.length === 0 ? 'a transaction that pays nobody' : { mark, paid: known };
}
