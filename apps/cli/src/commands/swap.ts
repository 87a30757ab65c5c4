import { createInterface } from 'node:readline/promises';
import { Money, type ExecutionResult, type Progress, type Quote } from '@portage/sdk';
import { exitCodes, type ExitCode } from '../exitCodes.js';
import type { TransferOptions } from '../options.js';
import { namesOf } from '../transfer/names.js';
import { progressText } from '../output/progressText.js';
import { quoteLines } from '../output/quoteLines.js';
import { resultEvent, resultLines } from '../output/resultLines.js';
import type { Session } from '../session.js';
import { noKey, readKeys } from '../transfer/account.js';
import { boundsOf, readBounds } from '../transfer/bounds.js';
import { readTransfer } from '../transfer/readTransfer.js';

/** Options of `portage swap`. */
export interface SwapCommandOptions extends TransferOptions {
  readonly yes?: boolean;
  /** Least to receive and most to pay, in whole units. */
  readonly minOut?: string;
  readonly maxIn?: string;
  readonly timeout: number;
}

/** `portage swap` */
export async function swap(session: Session, options: SwapCommandOptions): Promise<ExitCode> {
  const { portage, output, devnet, io } = session;
  if ((await readKeys(options, session)) === undefined) throw noKey();
  const { request, chains, signer } = await readTransfer(session, options);
  if (signer === undefined) throw noKey();
  const isAsked = options.yes !== true && canAsk(session);
  const bounds = readBounds(options, { request, chains, isAsked });
  const quote = await portage.getQuote(request, { signal: io.signal });
  output.result(
    { event: 'quote', quote },
    quoteLines(quote, { names: namesOf(chains), paint: output.paint }),
  );
  if (isAsked && !(await agrees(session))) {
    output.fault({ event: 'declined', requestId: quote.requestId }, ['Nothing was signed.']);
    return exitCodes.failed;
  }
  const result = await portage.execute({
    quote,
    request,
    ...boundsOf(quote, bounds),
    executors: [signer.createExecutor(chains, devnet)],
    signal: io.signal,
    timeoutMs: options.timeout * 1000,
    onProgress: (progress) => {
      show(session, progress);
    },
  });
  output.result(
    resultEvent(result),
    resultLines(result, { got: gotOf(quote, result), paint: output.paint }),
  );
  return result.status === 'success' ? exitCodes.ok : exitCodes.failed;
}

function show({ output }: Session, progress: Progress): void {
  if (output.json) output.result({ event: 'progress', progress }, []);
  const text = progressText(progress);
  if (text !== undefined) output.progress(text);
}

/** Whether a user at a terminal can answer. */
function canAsk({ io, output }: Session): boolean {
  return !output.json && io.stdin.isTTY === true && io.stdout.isTTY === true;
}

async function agrees({ io }: Session): Promise<boolean> {
  const prompt = createInterface({ input: io.stdin, output: io.stdout });
  try {
    return /^y(es)?$/i.test((await prompt.question('Go on? [y/N] ', { signal: io.signal })).trim());
  } finally {
    prompt.close();
  }
}

/** Amount that arrived, with its currency; undefined where nothing is known of it. */
function gotOf({ details }: Quote, result: ExecutionResult): string | undefined {
  if (result.status !== 'success' || result.amountOut === undefined) return undefined;
  const { decimals, symbol } = details.currencyOut.currency;
  return `${Money.format(BigInt(result.amountOut), decimals)} ${symbol}`;
}
