import { exitCodes, type ExitCode } from '../exitCodes.js';
import { progressText } from '../output/progressText.js';
import { resultEvent, resultLines } from '../output/resultLines.js';
import type { Session } from '../session.js';
import { gotOf } from '../transfer/gotOf.js';

/** Options of `portage resume`. */
export interface ResumeCommandOptions {
  readonly timeout: number;
}

/** `portage resume`: waits for the end of a request that was paid before. */
export async function resume(
  session: Session,
  requestId: string,
  options: ResumeCommandOptions,
): Promise<ExitCode> {
  const { portage, output, io } = session;
  const result = await portage.resume({
    requestId,
    signal: io.signal,
    timeoutMs: options.timeout * 1000,
    onProgress: (progress) => {
      if (output.json) output.result({ event: 'progress', progress }, []);
      const text = progressText(progress);
      if (text !== undefined) output.progress(text);
    },
  });
  output.result(
    resultEvent(result),
    resultLines(result, { got: await gotOf(session, requestId, result), paint: output.paint }),
  );
  return result.status === 'success' ? exitCodes.ok : exitCodes.failed;
}
