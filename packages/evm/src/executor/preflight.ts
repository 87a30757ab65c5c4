import { PortageError, zeroAddress, type EvmTransactionData } from '@portage/core';
import { sleep, type TaskContext } from '@portage/core/executor';
import { revertReason, walletError } from './walletError.js';
import { selectors } from '../abi/generated/selectors.js';
import { addressWord } from '../abi/words.js';
import { checkHeld, tokensOf } from './checkHeld.js';
import type { Request } from './connection.js';
import { readWord } from './readWord.js';
import { transactionEffects } from './transactionEffects.js';

/**
 * Room over an estimate: contracts that keep prices spend more in a later block than in this one.
 */
const gasMargin = { numerator: 13n, denominator: 10n, fixed: 60_000n };
/**
 * How many times what a transaction takes, with its room, a step may ask for; and what every step
 * may.
 */
const gasLimits = { factor: 5n, always: 2_000_000n };
/** Looks at an allowance that does not suffice, before nothing is sent. */
const allowanceLooks = 5;

/** Rhythm of looks at an allowance, milliseconds, and their end. */
export interface AllowanceLooks extends Pick<TaskContext, 'signal'> {
  readonly pollMs: number;
}

/**
 * Looks before the wallet is asked: the account must hold what it gives and allow what is taken,
 * and the chain must not refuse the transaction as it is now. What cannot be read or tried out yet
 * is left to the wallet.
 *
 * @returns gas to ask for: what the step says, or more where the chain needs more, or an estimate
 *   where it says nothing
 * @throws PortageError `INSUFFICIENT_FUNDS`, `TRANSACTION_REVERTED` with `context.reason` and
 *   `sent: false`
 */
export async function preflight(
  read: Request,
  data: EvmTransactionData,
  looks: AllowanceLooks,
): Promise<bigint> {
  const [isReady] = await Promise.all([checkAllowance(read, data, looks), checkFunds(read, data)]);
  // Where the allowance cannot be read, nothing can be tried out.
  if (!isReady) return data.gas === undefined ? await estimateGas(read, data) : BigInt(data.gas);
  const [reason, units] = await Promise.all([refusal(read, data), estimate(read, data)]);
  if (reason !== undefined) throw wouldRevert(reason);
  if (data.gas === undefined)
    return typeof units === 'bigint' ? withMargin(units) : fail(units.error);
  const given = BigInt(data.gas);
  if (typeof units !== 'bigint') return given;
  if (units > given) return withMargin(units);
  // Calls of a swap may burn what they are given: a limit far above what is needed is the payer's
  // money too.
  const most = withMargin(units) * gasLimits.factor;
  if (given <= most || given <= gasLimits.always) return given;
  return most > gasLimits.always ? most : gasLimits.always;
}

/**
 * Gas of a transaction that says none. @throws PortageError `TRANSACTION_REVERTED`, or what the
 * wallet's endpoint says
 */
export async function estimateGas(read: Request, data: EvmTransactionData): Promise<bigint> {
  const units = await estimate(read, data);
  return typeof units === 'bigint' ? withMargin(units) : fail(units.error);
}

/**
 * Why the chain would revert a transaction; undefined when it would not, or when it cannot be
 * asked.
 */
export async function refusal(
  read: Request,
  data: EvmTransactionData,
): Promise<string | undefined> {
  try {
    await read('eth_call', [callOf(data), 'latest']);
    return undefined;
  } catch (error) {
    return revertReason(error);
  }
}

/** The allowance; undefined when it cannot be read. */
export function readAllowance(
  read: Request,
  token: string,
  owner: string,
  spender: string,
): Promise<bigint | undefined> {
  return readWord(
    read,
    token,
    `${selectors.allowance}${addressWord(owner)}${addressWord(spender)}`,
  );
}

/**
 * Whether the allowance for what a payment takes is known to be there. An endpoint that lags behind
 * an approval is asked again.
 *
 * @throws PortageError `TRANSACTION_REVERTED` where less is allowed, with `sent: false`
 */
async function checkAllowance(
  read: Request,
  data: EvmTransactionData,
  { pollMs, signal }: AllowanceLooks,
): Promise<boolean> {
  const [taken] = transactionEffects(data).filter(
    (effect) => effect.type === 'deposit' || effect.type === 'swap',
  );
  if (taken === undefined || taken.currency === zeroAddress) return true;
  for (let look = 1; ; look += 1) {
    const allowance = await readAllowance(read, taken.currency, data.from, data.to);
    if (allowance === undefined || allowance >= taken.amount) return allowance !== undefined;
    if (look === allowanceLooks) {
      const [has, needs] = [allowance.toString(), taken.amount.toString()];
      throw wouldRevert(
        `${data.to} may take ${has} of ${taken.currency}, and ${needs} are needed (smallest units)`,
        'Nothing was sent. Another payment may have used the allowance: ask for a new quote, and approve what it asks for.',
      );
    }
    await sleep(pollMs, signal);
  }
}

/**
 * Whether the account holds what a transaction gives, as far as that can be read. @throws
 * PortageError `INSUFFICIENT_FUNDS`
 */
export async function checkFunds(read: Request, data: EvmTransactionData): Promise<void> {
  const { from: account, to, value, chainId } = data;
  // Gas is not counted: another account may pay it.
  const native = /^\d+$/.test(value) ? [{ currency: zeroAddress, needed: BigInt(value) }] : [];
  const tokens = tokensOf(transactionEffects(data));
  await checkHeld(read, { chainId, account, to }, [...native, ...tokens]);
}

async function estimate(
  read: Request,
  data: EvmTransactionData,
): Promise<bigint | { readonly error: unknown }> {
  try {
    const units = await read('eth_estimateGas', [callOf(data)]);
    return typeof units === 'string' && /^0x[0-9a-fA-F]{1,16}$/.test(units)
      ? BigInt(units)
      : {
          error: new PortageError('WALLET_ERROR', {
            message: 'The gas of the transaction could not be estimated.',
          }),
        };
  } catch (error) {
    return { error };
  }
}

function withMargin(units: bigint): bigint {
  return (units * gasMargin.numerator) / gasMargin.denominator + gasMargin.fixed;
}

function fail(error: unknown): never {
  const reason = revertReason(error);
  throw reason === undefined ? walletError(error) : wouldRevert(reason);
}

function wouldRevert(reason: string, hint = 'Nothing was sent.'): PortageError {
  return new PortageError('TRANSACTION_REVERTED', {
    message: `The transaction would revert: ${reason}.`,
    hint,
    context: { reason, sent: false },
  });
}

function callOf(data: EvmTransactionData): Readonly<Record<string, string>> {
  return {
    from: data.from,
    to: data.to,
    data: data.data,
    value: `0x${BigInt(data.value).toString(16)}`,
  };
}
