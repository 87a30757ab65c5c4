import { exitCodes, type ExitCode } from '../exitCodes.js';
import type { TransferOptions } from '../options.js';
import { namesOf } from '../transfer/names.js';
import { quoteLines } from '../output/quoteLines.js';
import type { Session } from '../session.js';
import { readTransfer } from '../transfer/readTransfer.js';

/** `portage quote` */
export async function quote(session: Session, options: TransferOptions): Promise<ExitCode> {
  const { request, chains } = await readTransfer(session, options);
  const answer = await session.portage.getQuote(request, { signal: session.io.signal });
  session.output.result(
    { event: 'quote', quote: answer },
    quoteLines(answer, { names: namesOf(chains), paint: session.output.paint }),
  );
  return exitCodes.ok;
}
