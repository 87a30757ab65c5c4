import { readFile } from 'node:fs/promises';
import { describeError } from '@portage/core';
import { totalFees, type ChainInfo, type ExecutionResult } from '@portage/sdk';
import { exitCodes, type ExitCode } from '../exitCodes.js';
import type { AccountOptions } from '../options.js';
import type { Session } from '../session.js';
import { closedSides } from '../smoke/closedSides.js';
import { openTrial, type Trial, type TrialLine } from '../smoke/openTrial.js';
import { planTransfers, type SmokeTransfer } from '../smoke/planTransfers.js';
import { noKey, readKeys, type KeyOf } from '../transfer/account.js';
import { openSigner } from '../transfer/readTransfer.js';
import { usageError } from '../usageError.js';

/** Options of `portage smoke`. */
export interface SmokeOptions extends AccountOptions {
  readonly pairs: string;
  readonly usd: string;
  /** Whether USDC also goes to currencies that pools alone lead to. */
  readonly swaps: boolean;
  /** JSON file of keys by families. */
  readonly keys?: string;
  /** File of the trial, to go on with it. */
  readonly trial: string;
  readonly timeout: number;
}

/** Parts that every transfer of a trial uses. */
interface Run {
  readonly session: Session;
  readonly chains: readonly ChainInfo[];
  readonly keyOf: KeyOf;
  readonly trial: Trial;
  readonly timeoutMs: number;
}

/**
 * `portage smoke`: small transfers along each pair and back. What has succeeded in an earlier run
 * is not paid again; what was under way is waited for first.
 */
export async function smoke(session: Session, options: SmokeOptions): Promise<ExitCode> {
  const { portage, output, io } = session;
  const keyOf = await readFamilyKeys(options, session);
  const chains = await portage.getChains({ signal: io.signal });
  const transfers = planTransfers(chains, options);
  if (transfers.length === 0) throw usageError('No pair has a side with USDC.');
  const timeoutMs = options.timeout * 1000;
  const run: Run = { session, chains, keyOf, trial: openTrial(options.trial), timeoutMs };
  let failures = 0;
  for (const transfer of transfers) {
    const { line, fault } = await tryTransfer(transfer, run);
    const isDone = line?.status === 'success';
    if (!isDone) failures += 1;
    const { status = 'failed', costUsd = '', seconds, requestId = '' } = line ?? {};
    output.result({ event: 'smoke', transfer: transfer.name, ...line, ...(fault && { fault }) }, [
      `${status.padEnd(8)}  ${transfer.name.padEnd(36)}  ${costUsd.padStart(9)} USD` +
        `  ${String(seconds ?? '').padStart(6)} s  ${fault ?? requestId}`,
    ]);
  }
  output.result({ event: 'smoke-end', transfers: transfers.length, failures }, [
    `${String(transfers.length - failures)} of ${String(transfers.length)} transfers succeeded`,
  ]);
  return failures === 0 ? exitCodes.ok : exitCodes.failed;
}

/** Outcome of a transfer; a fault where it has none. */
interface Tried {
  readonly line: TrialLine | undefined;
  readonly fault?: string;
}

async function tryTransfer(transfer: SmokeTransfer, run: Run): Promise<Tried> {
  const last = run.trial.last(transfer.name);
  if (last?.status === 'success') return { line: last };
  try {
    if (last !== undefined && last.status === undefined) {
      const ended = await waitFor(last, run);
      if (ended !== undefined) return { line: ended };
    }
    const closed = await findClosed(transfer, run);
    if (closed !== undefined) return { line: undefined, fault: `Nothing was paid. ${closed}` };
    return { line: await pay(transfer, run) };
  } catch (error) {
    if (run.session.io.signal.aborted) throw error;
    const closed = await findClosed(transfer, run).catch(() => undefined);
    const fault = describeError(error);
    return { line: undefined, fault: closed === undefined ? fault : `${fault} ${closed}` };
  }
}

/** Chains of a transfer that are closed by now. */
async function findClosed(
  transfer: SmokeTransfer,
  { session: { portage, io } }: Run,
): Promise<string | undefined> {
  return closedSides(await portage.getChains({ signal: io.signal }), transfer);
}

/** Waits for what was under way; undefined where nothing was paid, nor can be any more. */
async function waitFor(
  last: TrialLine,
  { session, trial, timeoutMs }: Run,
): Promise<TrialLine | undefined> {
  const { signal } = session.io;
  const { portage } = session;
  const { status, inTxHashes } = await portage.waitForStatus(last.requestId, { signal, timeoutMs });
  if (status === 'expired' && inTxHashes.length === 0) return undefined;
  const ended = { ...last, status };
  trial.add(ended);
  return ended;
}

async function pay(transfer: SmokeTransfer, run: Run): Promise<TrialLine> {
  const { session, chains, keyOf, trial, timeoutMs } = run;
  const { portage, io, devnet } = session;
  const { from, to, tradeType, amount } = transfer;
  const signer = await openSigner(keyOf, from.chain);
  const { address: recipient } = await openSigner(keyOf, to.chain);
  const request = {
    user: signer.address,
    recipient,
    originChainId: from.chain.id,
    originCurrency: from.currency.address,
    destinationChainId: to.chain.id,
    destinationCurrency: to.currency.address,
    amount,
    tradeType,
  };
  const quote = await portage.getQuote(request, { signal: io.signal });
  const { currencyIn, currencyOut } = quote.details;
  const begun: TrialLine = {
    transfer: transfer.name,
    requestId: quote.requestId,
    costUsd: totalFees(quote).usd,
  };
  // Before anything is signed, so that a second run waits for it.
  trial.add(begun);
  const startedAt = Date.now();
  const result: ExecutionResult = await portage.execute({
    quote,
    request,
    minAmountOut: currencyOut.minimumAmount,
    maxAmountIn: currencyIn.amount,
    executors: [signer.createExecutor(chains, devnet)],
    signal: io.signal,
    timeoutMs,
  });
  const seconds = Math.round((Date.now() - startedAt) / 100) / 10;
  const ended = { ...begun, status: result.status, seconds };
  trial.add(ended);
  return ended;
}

/** Keys by families: those of a file, or as every command finds them. */
async function readFamilyKeys(options: SmokeOptions, session: Session): Promise<KeyOf> {
  if (options.keys === undefined) {
    const keyOf = await readKeys(options, session);
    if (keyOf === undefined) throw noKey();
    return keyOf;
  }
  const text = await readFile(options.keys, 'utf8').catch(() => undefined);
  if (text === undefined) throw usageError(`The file of keys "${options.keys}" cannot be read.`);
  const keys = readTable(text);
  return (vm) => {
    const key = keys.get(vm);
    if (key === undefined) throw usageError(`The file of keys has none of the family "${vm}".`);
    return key;
  };
}

/** The words of a file of keys are never printed. */
function readTable(text: string): ReadonlyMap<string, string> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null)
      return new Map(Object.entries(value).map(([vm, key]) => [vm, String(key)]));
  } catch {
    // Told below.
  }
  throw usageError('The file of keys is no JSON, as in {"evm":"0x…","svm":"…"}.');
}
