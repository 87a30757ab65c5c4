import { exitCodes, type ExitCode } from '../exitCodes.js';
import { progressText } from '../output/progressText.js';
import { resultEvent, resultLines } from '../output/resultLines.js';
import type { Session } from '../session.js';

/** Options of `portage resume`. */
export interface ResumeCommandOptions {
  readonly timeout: number;
}

/** `portage resume`: waits for the end of a request that was paid before. */
export async function resume(
  { portage, output, io }: Session,
  requestId: string,
  options: ResumeCommandOptions,
): Promise<ExitCode> {
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
  output.result(resultEvent(result), resultLines(result));
  return result.status === 'success' ? exitCodes.ok : exitCodes.failed;
}
