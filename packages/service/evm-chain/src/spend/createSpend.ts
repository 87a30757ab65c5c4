import { assert, bytesToHex, PortageError } from '@portage/core';
import type {
  GasOperation,
  SignedTransaction,
  Spend,
  TransactionIntent,
} from '@portage/core/chain';
import type { CoversCost } from '@portage/core/plugin';
import { readResult, type Endpoint, type Quorum, type Rpc } from '@portage/chain-kit';
import { expectedOperation, operationOf } from '@portage/chain-kit/send';
import type { OperationCost } from '../gas/createOperationCost.js';
import { clampFees, largerFees, raise, raiseFees, type Fees } from '../gas/fees.js';
import { gasLimit } from '../gas/gasUnits.js';
import { readInteger } from '../rpc/parse.js';
import { broadcast, type BroadcastOptions } from './broadcast.js';
import { delegationsOf } from './authorization.js';
import { createAllowances, type AllowancesOptions } from './createAllowances.js';
import { fillCalldata } from './calldata.js';
import { createInspect, type InspectOptions } from './createInspect.js';
import type { Key } from './createKey.js';
import type { Keccak } from '@portage/evm/abi';
import { createSimulate, createSimulateFills, type DescribedCall } from './createSimulate.js';
import type { Releases } from './createReleases.js';
import { createAuthorizationFates } from './createAuthorizationFates.js';
import type { StateOverrides } from './standInAllocator.js';
import type { BlockOverrides } from './upcomingBlocks.js';
import { encodeFields, readSigned, signedBytes, unsignedBytes } from './transaction.js';

/** Gas of a transfer to an account without code. */
const transferGas = 21_000n;

/** Endpoints, keys and fees of spending. */
export interface SpendOptions
  extends
    Omit<InspectOptions, 'sender' | 'quorum'>,
    Pick<AllowancesOptions, 'spenders' | 'readMany'> {
  readonly rpc: Rpc;
  readonly quorum: Quorum;
  readonly chainId: number;
  readonly filler: string;
  readonly depository: string;
  readonly solver: Key;
  readonly releases: Releases;
  /** The same with a stand-in for the allocator, and the state in which it is one. */
  readonly trials: { readonly releases: Releases; readonly state: StateOverrides };
  readonly keccak: Keccak;
  /**
   * Fees that a transaction should offer now. @throws PortageError `PRICE_FETCH_FAILED` before the
   * first reading
   */
  readonly fees: () => Fees;
  readonly sender: BroadcastOptions['sender'];
  readonly learn: BroadcastOptions['learn'];
  /** Blocks that a payment is tried in before it is signed; none: the newest one. */
  readonly upcoming: () => readonly BlockOverrides[];
  /** Gas of the code that a recipient runs when it is paid, in units, from memory. */
  readonly recipientUnits: (operation: GasOperation) => bigint;
  /** Gas that the chain takes for the data of a transaction, in units, from memory. */
  readonly dataUnits: (operation: GasOperation) => bigint;
  /** Cost of an operation now, at the fees that are offered for it. */
  readonly costOf: OperationCost;
  /** The most that a unit of gas may cost, in wei; of a cancellation an eighth more. */
  readonly feeCeiling: bigint;
}

/**
 * Signs and sends with the solver's key. Preparing asks no endpoint: fees, limits and keys are at
 * hand.
 */
export function createSpend(options: SpendOptions): Spend {
  const { rpc, quorum, solver, feeCeiling } = options;
  const describe = (intent: TransactionIntent): Promise<DescribedCall> =>
    describeTrial(intent, options);
  const signIntent = async (
    intent: TransactionIntent,
    sequence: bigint,
    fees: Fees,
  ): Promise<SignedTransaction> =>
    sign(await describeIntent(intent, options), { sequence, fees }, options);
  const { fees, upcoming } = options;
  const asking = { rpc, sender: solver.address, fees, upcoming, describe };
  return {
    sender: solver.address,
    nextSequence: (signal) => readSequence(options, 'pending', signal),
    minedSequence: (signal) => readSequence(options, 'latest', signal),
    allowances: createAllowances({ ...options, sender: solver.address }),
    simulate: createSimulate({ ...asking, depository: options.depository }),
    simulateFills: createSimulateFills({ ...asking, filler: options.filler }),
    prepare: (intents, firstSequence) => {
      const offered = fees();
      return Promise.all(
        intents.map((intent, index) => signIntent(intent, firstSequence + BigInt(index), offered)),
      );
    },
    bump: async (intent, previous, _open, covers) => {
      const fees = replacementFees(previous, options);
      if (fees === undefined || !isCovered(options, covers, intent, fees)) return previous;
      return signIntent(intent, previous.sequence, fees);
    },
    // It may offer an eighth more than the ceiling, because nodes may have forgotten a payment at
    // the ceiling: nothing else could use its sequence, nor any after it.
    cancel: async (sequence, previous) => {
      assert(
        previous === undefined || previous.sequence === sequence,
        'a cancellation uses the sequence that it cancels',
      );
      const fees =
        previous === undefined
          ? clampFees(raiseFees(raiseFees(options.fees())), feeCeiling)
          : replacementFees(previous, { ...options, feeCeiling: raise(feeCeiling) });
      if (fees === undefined) {
        throw new PortageError('SERVICE_UNAVAILABLE', {
          message:
            'The transaction offers more than the highest allowed fee, so nothing can take its place.',
          hint: 'Raise the fee ceiling of the chain.',
        });
      }
      const call = { to: solver.address, value: 0n, data: '0x' };
      return sign({ call, gas: transferGas }, { sequence, fees }, options);
    },
    broadcast: (transactions, signal) => broadcast(options, transactions, signal),
    authorizationFates: createAuthorizationFates({ ...options, depository: options.depository }),
    inspect: createInspect({ ...options, sender: solver.address, quorum: quorum.needed }),
  };
}

/**
 * The count of transactions that a quorum of endpoints has reached: one that tells too high a count
 * would strand all that is signed after it.
 */
async function readSequence(
  { quorum, solver }: SpendOptions,
  tag: 'pending' | 'latest',
  signal: AbortSignal | undefined,
): Promise<bigint> {
  const method = 'eth_getTransactionCount';
  const ask = async (endpoint: Endpoint, stop: AbortSignal): Promise<number> => {
    const [reply] = await endpoint.ask([{ method, params: [solver.address, tag] }], stop);
    return readInteger(readResult(reply, method), 'transaction count');
  };
  const count = await quorum.height({ subject: 'transaction count', ask }, signal);
  if (count === undefined)
    throw new PortageError('RPC_HTTP_ERROR', {
      message: 'Too few chain endpoints tell how many transactions the solver has sent.',
    });
  return BigInt(count);
}

/** A payment out of the depository is tried out without the allocator's own signature. */
async function describeTrial(
  intent: TransactionIntent,
  options: SpendOptions,
): Promise<DescribedCall> {
  if (intent.type !== 'refund' && intent.type !== 'collection')
    return describeIntent(intent, options);
  const { releases, state } = options.trials;
  return { ...(await describeIntent(intent, { ...options, releases })), state };
}

/** Call that carries an intent out, and its gas limit. */
async function describeIntent(
  intent: TransactionIntent,
  { releases, filler, keccak, solver, recipientUnits, dataUnits }: SpendOptions,
): Promise<DescribedCall> {
  const operation = operationOf(intent);
  const gas = gasLimit(operation, recipientUnits(operation)) + dataUnits(operation);
  if (intent.type === 'refund') return { ...(await releases.refund(intent)), gas };
  if (intent.type === 'collection')
    return { ...(await releases.collection(intent, solver.address)), gas };
  if (intent.type === 'relay') {
    const { to, value, data, authorizations } = intent;
    return { call: { to, value, data, authorizations }, gas };
  }
  const delegations = delegationsOf(intent.authorizations ?? [], keccak);
  return { call: fillCalldata(intent, filler, delegations), gas };
}

/** Sequence and fees that a call is signed with. */
interface SignContext {
  readonly sequence: bigint;
  readonly fees: Fees;
}

async function sign(
  { call, gas, authorization }: DescribedCall,
  { sequence, fees }: SignContext,
  { chainId, solver, keccak }: SpendOptions,
): Promise<SignedTransaction> {
  const fields = encodeFields({ chainId, nonce: sequence, gas, ...call, ...fees });
  const raw = signedBytes(fields, await solver.sign(keccak(unsignedBytes(fields))));
  const transaction = { txId: bytesToHex(keccak(raw)), raw, sender: solver.address, sequence };
  return authorization === undefined ? transaction : { ...transaction, authorization };
}

/**
 * Fees that replace a transaction: an eighth more, or those of the market if they are higher;
 * undefined above the ceiling.
 */
function replacementFees(
  previous: SignedTransaction,
  { feeCeiling, fees }: SpendOptions,
): Fees | undefined {
  const raised = raiseFees(readSigned(previous.raw));
  if (raised.maxFeePerGas > feeCeiling) return undefined;
  return clampFees(largerFees(raised, fees()), feeCeiling);
}

/** Whether a transaction with these fees may be signed. What cannot be counted is not covered. */
function isCovered(
  { costOf }: Pick<SpendOptions, 'costOf'>,
  covers: CoversCost | undefined,
  intent: TransactionIntent,
  fees: Fees,
): boolean {
  if (covers === undefined) return true;
  const cost = costOf(expectedOperation(intent), fees);
  return cost !== undefined && covers(cost.value);
}
