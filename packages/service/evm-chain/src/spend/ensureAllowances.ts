import { bytesToHex, PortageError } from '@portage/core';
import { isUnderpriced } from '@portage/core/plugin';
import { setTimeout as delay } from 'node:timers/promises';
import type { Quorum, Rpc, RpcReply } from '@portage/chain-kit';
import { addressWord, selectors, uintWord } from '@portage/evm/abi';
import type { Fees } from '../gas/fees.js';
import { gasLimit } from '../gas/gasUnits.js';
import { readQuantity } from '../rpc/parse.js';
import { broadcast, type BroadcastOptions } from './broadcast.js';
import type { Key } from './createKey.js';
import type { Keccak } from '@portage/evm/abi';
import { encodeFields, signedBytes, unsignedBytes } from './transaction.js';

const word = /^0x[0-9a-fA-F]{64}$/;
/** Answer of a token that has no allowances. */
const untold = 'untold';
const uint256Max = 2n ** 256n - 1n;
/**
 * An allowance below this is renewed; tokens that count infinite allowances down never get here in
 * practice.
 */
const enoughAllowance = 2n ** 255n;
const pollIntervalMs = 200;
const waitMsMax = 180_000;
/** Two blocks of the slowest chain, and some: for this long, what is on its way may be mined. */
const patienceMs = 30_000;
/** A refusal that lasts so long is no mood of one moment, as of a node that restarts. */
const refusedMsMax = 15_000;
/** Words about a solver that has too little, which no time mends. */
const poorWords = /funds|balance|overdraft|upfront cost/i;

/** Endpoints, key and tokens of the approvals. */
export interface AllowancesOptions {
  readonly rpc: Rpc;
  /**
   * Tells the allowances. An approval takes a sequence that the outbox knows nothing of, so no
   * endpoint alone may call for one.
   */
  readonly quorum: Quorum;
  readonly chainId: number;
  readonly solver: Key;
  /** Contract that is let to take the tokens. */
  readonly spender: string;
  readonly tokens: readonly string[];
  readonly keccak: Keccak;
  readonly fees: () => Fees;
  readonly sender: BroadcastOptions['sender'];
  /** Told of approvals whose fee no node takes. */
  readonly learn: BroadcastOptions['learn'];
  readonly clock: () => number;
}

/** Allowance that an approval would set, and the token. */
interface Approval {
  readonly token: string;
  readonly amount: bigint;
}

/**
 * Lets a contract take the solver's tokens, without a limit and once: the filler and a bridge only
 * ever pull from their caller, so the allowance is of use to the solver alone. Returns when the
 * approvals are mined, whichever process sent them: processes of one solver may start at the same
 * time, and then want the same of the same sequences. A rest of an allowance is taken back first,
 * which tokens like USDT ask for. A token that tells no allowance, or refuses the approval, is
 * passed over and holds up no other.
 *
 * @throws PortageError `INVALID_CONFIGURATION` when the solver cannot pay for them, when every
 *   endpoint refuses one for fifteen seconds, or when they are not mined in time
 */
export async function ensureAllowances(
  options: AllowancesOptions,
  signal: AbortSignal,
): Promise<void> {
  const start = options.clock();
  let patientUntil = start + patienceMs;
  let refusedSince: number | undefined;
  for (;;) {
    // The sequences come first: an approval that is mined behind them keeps its own sequence.
    const [mined, pending] = await readSequences(options, signal);
    const wanted = await missingApprovals(options, signal);
    const missing =
      wanted === undefined ? undefined : await possibleApprovals(options, wanted, signal);
    if (missing?.length === 0) return;
    const now = options.clock();
    if (now > start + waitMsMax) throw lateFault(options, missing);
    if (missing === undefined) {
      await delay(pollIntervalMs, undefined, { signal });
      continue;
    }
    // What is on its way may be these very approvals, ours or those of another process.
    if (mined === pending || now > patientUntil) {
      const refusal = await sendApprovals(options, missing, pending, signal);
      patientUntil = now + patienceMs;
      refusedSince = refusal === undefined ? undefined : (refusedSince ?? now);
      if (refusal !== undefined && isLasting(refusal, now - (refusedSince ?? now)))
        throw refusedFault(options, refusal);
    }
    await delay(pollIntervalMs, undefined, { signal });
  }
}

function lateFault(
  { solver }: AllowancesOptions,
  missing: readonly Approval[] | undefined,
): PortageError {
  return missing === undefined
    ? new PortageError('RPC_HTTP_ERROR', {
        message: `No quorum of chain endpoints tells the same allowances of the solver ${solver.address}.`,
      })
    : new PortageError('INVALID_CONFIGURATION', {
        message: `The approvals of the solver ${solver.address} were not mined in time.`,
      });
}

/** Approval that every endpoint refused, for another reason than its fee. */
interface Refusal {
  readonly token: string;
  readonly reason: string;
}

function isLasting({ reason }: Refusal, ms: number): boolean {
  return poorWords.test(reason) || ms > refusedMsMax;
}

function refusedFault(
  { solver, spender }: AllowancesOptions,
  { token, reason }: Refusal,
): PortageError {
  return new PortageError('INVALID_CONFIGURATION', {
    message: `The solver ${solver.address} could not approve ${spender} for ${token}: ${reason}.`,
    hint: poorWords.test(reason)
      ? 'Give the solver some of the native currency.'
      : 'Every endpoint refuses this approval: read its words, and check the endpoints.',
  });
}

/**
 * Sends the approvals from a sequence on; stops where another process was faster.
 *
 * @returns the first refusal for another reason than the fee
 */
async function sendApprovals(
  options: AllowancesOptions,
  approvals: readonly Approval[],
  first: bigint,
  signal: AbortSignal,
): Promise<Refusal | undefined> {
  const { chainId, solver, keccak } = options;
  let nonce = first;
  for (const approval of approvals) {
    const { token } = approval;
    const fields = encodeFields({
      chainId,
      nonce,
      gas: gasLimit({ type: 'approve', currency: token }),
      to: token,
      value: 0n,
      data: approveData(options.spender, approval),
      ...options.fees(),
    });
    const raw = signedBytes(fields, await solver.sign(keccak(unsignedBytes(fields))));
    const txId = bytesToHex(keccak(raw));
    const signed = { txId, raw, sender: solver.address, sequence: nonce };
    const [result] = await broadcast(options, [signed], signal);
    if (result?.status === 'rejected') {
      // What nodes want at least is known now: the next round offers it.
      if (isUnderpriced(result)) return undefined;
      const [, pending] = await readSequences(options, signal);
      return pending > nonce ? undefined : { token, reason: result.reason };
    }
    nonce += 1n;
  }
  return undefined;
}

/** The solver's next sequence by its mined transactions, and by those that wait as well. */
async function readSequences(
  { rpc, solver }: AllowancesOptions,
  signal: AbortSignal,
): Promise<readonly [mined: bigint, pending: bigint]> {
  const [mined, pending] = await rpc.read(
    ['latest', 'pending'].map((tag) => ({
      method: 'eth_getTransactionCount',
      params: [solver.address, tag],
    })),
    signal,
  );
  return [readQuantity(mined, 'transaction count'), readQuantity(pending, 'transaction count')];
}

function approveData(spender: string, { amount }: Approval): string {
  return `${selectors.approve}${addressWord(spender)}${uintWord(amount)}`;
}

/**
 * The next approval of each token whose allowance is not enough; undefined while no quorum tells
 * the same of each token.
 */
async function missingApprovals(
  { quorum, tokens, solver, spender }: AllowancesOptions,
  signal: AbortSignal,
): Promise<readonly Approval[] | undefined> {
  if (tokens.length === 0) return [];
  const data = `${selectors.allowance}${addressWord(solver.address)}${addressWord(spender)}`;
  const allowances = await quorum.read(
    {
      subject: 'allowances',
      items: tokens.length,
      ask: async ({ ask }, stop) => {
        const replies = await ask(
          tokens.map((token) => ({ method: 'eth_call', params: [{ to: token, data }, 'latest'] })),
          stop,
        );
        return tokens.map((_, index) => readAllowance(replies[index]));
      },
    },
    signal,
  );
  if (allowances.includes(undefined)) return undefined;
  return tokens.flatMap((token, index): readonly Approval[] => {
    const allowance = allowances[index];
    if (allowance === undefined || allowance === untold || BigInt(allowance) >= enoughAllowance)
      return [];
    return [{ token, amount: BigInt(allowance) === 0n ? uint256Max : 0n }];
  });
}

/** Word of an allowance, or that the token tells none. */
function readAllowance(reply: RpcReply | undefined): string {
  if (reply?.ok !== true || typeof reply.result !== 'string') return untold;
  return word.test(reply.result) ? reply.result.toLowerCase() : untold;
}

/** Approvals that their tokens would take now. */
async function possibleApprovals(
  { rpc, solver, spender }: AllowancesOptions,
  approvals: readonly Approval[],
  signal: AbortSignal,
): Promise<readonly Approval[]> {
  if (approvals.length === 0) return [];
  const replies = await rpc.ask(
    approvals.map((approval) => ({
      method: 'eth_call',
      params: [
        { from: solver.address, to: approval.token, data: approveData(spender, approval) },
        'latest',
      ],
    })),
    signal,
  );
  return approvals.filter((_, index) => replies[index]?.ok === true);
}
