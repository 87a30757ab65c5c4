import { readResult, type Ask, type RpcReply, type RpcRequest } from '@portage/chain-kit';
import { serviceSelectors, uintWord } from '@portage/evm/abi';
import { readWords } from '../rpc/parse.js';
import { isOutcome } from '../rpc/isOutcome.js';
import { asReply, multicallEachRequest, readMulticallEach } from '../swap/multicall.js';
import { noDataFee, sampleBytes, type DataFee } from './dataFee.js';
import type { DataOracle } from './dataOracle.js';

/** Oracle that is asked, and when to give up. */
export interface ReadDataFeeOptions {
  readonly oracle: DataOracle;
  /** Contract that asks it several questions in one call; without it each is a call of its own. */
  readonly multicall3?: string | undefined;
  readonly signal: AbortSignal;
}

/** A word of calldata is at most two thirds other than zero, as an id or an account is. */
const zeroBytes = 10;

/**
 * Data fees as one endpoint's newest block tells them.
 *
 * @throws PortageError `RPC_HTTP_ERROR`
 */
export async function readDataFee(
  ask: Ask,
  { oracle, multicall3, signal }: ReadDataFeeOptions,
): Promise<DataFee> {
  const call = (data: string): { method: string; params: readonly unknown[] } => ({
    method: 'eth_call',
    params: [{ to: oracle.address, data }, 'latest'],
  });
  if (oracle.kind === 'arbitrum') {
    const [reply] = await ask([call(serviceSelectors.getPricesInWei)], signal);
    return arbitrumFee(wordOf(reply, 1));
  }
  const questions = [
    payloadCall(sampleBytes.small),
    payloadCall(sampleBytes.large),
    operatorCall(0n),
    operatorCall(1_000_000n),
  ];
  const [small, large, none, million] =
    multicall3 === undefined
      ? await ask(questions.map(call), signal)
      : await askTogether(
          ask,
          multicallEachRequest(
            multicall3,
            questions.map((data) => ({ to: oracle.address, data })),
          ),
          { count: questions.length, signal },
        );
  const perTransaction = operatorFee(none);
  const whole = operatorFee(million);
  return {
    small: wordOf(small, 0),
    large: wordOf(large, 0),
    perTransaction,
    perMillionGas: whole > perTransaction ? whole - perTransaction : 0n,
  };
}

/** Replies to questions that are one call. @throws PortageError `RPC_HTTP_ERROR` */
async function askTogether(
  ask: Ask,
  request: RpcRequest,
  { count, signal }: { readonly count: number; readonly signal: AbortSignal },
): Promise<readonly RpcReply[]> {
  const [reply] = await ask([request], signal);
  return readMulticallEach(readResult(reply, 'eth_call'), count).map(asReply);
}

/** Operator's fee that the oracle tells; none by an oracle from before Isthmus, which reverts. */
function operatorFee(reply: RpcReply | undefined): bigint {
  const isLacking =
    reply?.ok === false && (isOutcome(reply) || /revert/i.test(reply.error.message));
  return isLacking ? 0n : wordOf(reply, 0);
}

function wordOf(reply: RpcReply | undefined, index: number): bigint {
  const words = readWords(readResult(reply, 'eth_call'), index + 1, 'data fee');
  return BigInt(`0x${words.slice(64 * index, 64 * (index + 1))}`);
}

/** Each byte at its price: the chain compresses them first, so this is the most. */
function arbitrumFee(perByte: bigint): DataFee {
  const { small, large } = sampleBytes;
  return { ...noDataFee, small: perByte * BigInt(small), large: perByte * BigInt(large) };
}

/** Asks for the operator's fee of so much gas. */
function operatorCall(gas: bigint): string {
  return `${serviceSelectors.getOperatorFee}${uintWord(gas)}`;
}

/** Asks for the fee of so many bytes that compress as calldata does. */
function payloadCall(bytes: number): string {
  return `${serviceSelectors.getL1Fee}${uintWord(32n)}${uintWord(BigInt(bytes))}${payload(bytes)}`;
}

/** Words that begin with zeros and go on with bytes of no pattern, the same every time. */
function payload(bytes: number): string {
  let state = 0x9e37_79b9;
  let text = '';
  for (let at = 0; at < bytes; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const byte = at % 32 < zeroBytes ? 0 : state >>> 24;
    text += byte.toString(16).padStart(2, '0');
  }
  return text;
}
