import { PortageError, zeroAddress } from '@portage/core';
import { checkOptions } from '@portage/core/errors';
import { checkAborted } from '@portage/core/executor';
import { eventTopics } from '../abi/generated/topics.js';
import { reclaimSelectors } from '../abi/generated/selectors.js';
import { addressWord } from '../abi/words.js';
import { confirmTransaction } from '../executor/confirmTransaction.js';
import {
  createConnection,
  type Connection,
  type ConnectionOptions,
} from '../executor/connection.js';
import { sendTransaction } from '../executor/sendTransaction.js';
import { emptyEscrow } from './emptyEscrow.js';
import { ask, isFields, type Escrow } from './escrow.js';
import { findDeposit } from './findDeposit.js';
import { readEscrow, type EscrowState } from './readEscrow.js';
import { readLogs, type EscrowLog } from './readLogs.js';

/** Name of a deposit: the transaction that made it, or its order, depository and currency. */
export type ReclaimableDeposit =
  | {
      /** Transaction that made the deposit. The chain's receipt tells the rest. */
      readonly txId: string;
      /** Contract that must hold it, where the app knows that. */
      readonly depository?: string | undefined;
      /** Order, where the transaction paid for several. */
      readonly orderId?: string | undefined;
    }
  | {
      readonly txId?: undefined;
      /** Id of the order: 0x and 64 hex digits. */
      readonly orderId: string;
      readonly depository: string;
      /** Address of the token; the native currency by default. */
      readonly currency?: string | undefined;
    };

/** Step of a reclaim: without a transaction before the wallet is asked, with it once it is sent. */
export interface ReclaimProgress {
  readonly step: 'request' | 'take';
  /** Smallest units. */
  readonly amount: bigint;
  readonly txId?: string | undefined;
}

/** Wallet of the depositor, and the deposit that it takes back. */
export interface ReclaimOptions extends ConnectionOptions {
  readonly chainId: number;
  readonly deposit: ReclaimableDeposit;
  readonly onProgress?: ((progress: ReclaimProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds between looks at the chain while a transaction is awaited. Default 1000. */
  readonly pollMs?: number | undefined;
}

/** Result of one call: the deposit was asked back, or it was taken. */
export interface Reclaim {
  readonly status: 'requested' | 'taken';
  readonly orderId: string;
  readonly depository: string;
  readonly currency: string;
  /** Amount that was asked back or taken, in smallest units. */
  readonly amount: bigint;
  /** Unix seconds by the chain's clock, from which on the amount can be taken. */
  readonly readyAt: number;
  readonly txId: string;
}

const pollIntervalMs = 1_000;

/**
 * Takes a deposit back from the depository, without any service. The first call asks for it; once
 * the contract's delay has passed, another call takes it. Every call goes on with what the chain
 * says, so nothing has to be kept between them. It reads the chain and asks the wallet, and needs
 * nothing else: it works where the service that quoted the order is gone.
 *
 * A deposit that was asked back is not filled any more but refunded, where a service is at work.
 * The solver withdraws the deposit of an order that it filled; then there is nothing to take.
 *
 * @throws PortageError `NOTHING_TO_RECLAIM`, `RECLAIM_NOT_READY` (`context.readyAt`),
 *   `UNKNOWN_TRANSACTION`, `INVALID_REQUEST`, `INVALID_CONFIGURATION`, `RPC_HTTP_ERROR`,
 *   `EXECUTION_ABORTED`, `WALLET_REJECTED`, `WALLET_ERROR`, `WRONG_CHAIN`, `TRANSACTION_REVERTED`,
 *   `TRANSACTION_CANCELLED`, `TRANSACTION_ALTERED`
 * @example
 * ```ts
 * const deposit = { txId: '0x…' }; // the transaction that paid
 * const { status, readyAt } = await reclaim({ wallet, chainId: 8453, deposit });
 * if (status === 'requested') console.log(`again after ${new Date(readyAt * 1000).toISOString()}`);
 * ```
 */
export async function reclaim(options: ReclaimOptions): Promise<Reclaim> {
  checkOptions(options, ['wallet', 'chainId', 'deposit']);
  const { chainId, signal = new AbortController().signal } = options;
  checkAborted(signal);
  const connection = createConnection(options);
  const read = connection.reader(chainId);
  const escrow = await locate(connection, options);
  const state = await readEscrow(read, escrow);
  if (state.held === 0n) throw await emptyEscrow(read, escrow);
  if (state.readyAt > state.time) throw notReady(escrow, state);
  const step = state.readyAt === 0 ? 'request' : 'take';
  const amount = step === 'request' ? state.held : state.asked;
  const log = await send({ ...options, signal }, { connection, escrow, step, amount });
  return {
    status: step === 'request' ? 'requested' : 'taken',
    orderId: escrow.orderId,
    depository: escrow.depository,
    currency: escrow.currency,
    amount: log.amount,
    readyAt: step === 'request' ? Number(log.more) : state.readyAt,
    txId: log.txId,
  };
}

async function locate(
  connection: Connection,
  { chainId, deposit }: ReclaimOptions,
): Promise<Escrow> {
  const depositor = await connection.address(chainId);
  const depository = deposit.depository?.toLowerCase();
  const orderId = deposit.orderId?.toLowerCase();
  if (deposit.txId !== undefined)
    return await findDeposit(connection.reader(chainId), {
      txId: deposit.txId,
      depositor,
      depository,
      orderId,
    });
  const currency = (deposit.currency ?? zeroAddress).toLowerCase();
  const isAddress = (text: string): boolean => /^0x[0-9a-f]{40}$/.test(text);
  if (
    depository === undefined ||
    !isAddress(depository) ||
    !isAddress(currency) ||
    orderId === undefined ||
    !/^0x[0-9a-f]{64}$/.test(orderId)
  )
    throw new PortageError('INVALID_REQUEST', {
      message: 'The deposit is not named by an order id, a depository and a currency.',
      hint: 'Name it by the transaction that made it: { txId }.',
    });
  return { depository, orderId, currency, depositor };
}

function notReady({ orderId }: Escrow, { asked, readyAt }: EscrowState): PortageError {
  return new PortageError('RECLAIM_NOT_READY', {
    message: `The deposit was asked back and can be taken from ${new Date(readyAt * 1000).toISOString()} on.`,
    hint: 'Call again then. Nothing was sent.',
    context: { orderId, amount: asked.toString(), readyAt },
  });
}

/** One call of the depository. */
interface Sending extends Omit<ReclaimProgress, 'txId'> {
  readonly connection: Connection;
  readonly escrow: Escrow;
}

/** Sends one call, waits for it, and answers with the event that it made. */
async function send(
  {
    chainId,
    onProgress,
    signal,
    pollMs = pollIntervalMs,
  }: ReclaimOptions & { signal: AbortSignal },
  { connection, escrow, step, amount }: Sending,
): Promise<EscrowLog> {
  const read = connection.reader(chainId);
  const [selector, topic] =
    step === 'request'
      ? [reclaimSelectors.requestReclaim, eventTopics.reclaimRequested]
      : [reclaimSelectors.reclaim, eventTopics.reclaimed];
  let txId = '';
  const onReplaced = (by: string): void => {
    txId = by;
    onProgress?.({ step, amount, txId });
  };
  onProgress?.({ step, amount });
  const asked = {
    from: escrow.depositor,
    to: escrow.depository,
    data: `${selector}${escrow.orderId.slice(2)}${addressWord(escrow.currency)}`,
    value: '0',
    chainId,
  };
  const submission = await sendTransaction({ connection, pollMs }, asked, { signal, onReplaced });
  if (submission.type === 'transaction') onReplaced(submission.txId);
  await confirmTransaction({ read, pollMs, asked }, txId, { signal, onReplaced });
  const receipt = await ask(read, 'eth_getTransactionReceipt', [txId]);
  const log = readLogs(isFields(receipt) ? receipt['logs'] : undefined).find(
    (entry) => entry.topic === topic && entry.orderId === escrow.orderId,
  );
  if (log !== undefined) return log;
  throw new PortageError('RPC_HTTP_ERROR', {
    message: 'The transaction was mined, and the endpoint does not show its event.',
    hint: 'Call again: it goes on with what the chain says.',
    context: { txId },
  });
}
