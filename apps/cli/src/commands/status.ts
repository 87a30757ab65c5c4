import { outcomeOf, type StatusUpdate } from '@portage/sdk';
import { exitCodes, type ExitCode } from '../exitCodes.js';
import { statusLines } from '../output/statusLines.js';
import type { Session } from '../session.js';
import { gotOf } from '../transfer/gotOf.js';

/** Options of `portage status`. */
export interface StatusOptions {
  readonly wait?: boolean;
  readonly timeout: number;
}

/** `portage status` */
export async function status(
  session: Session,
  requestId: string,
  options: StatusOptions,
): Promise<ExitCode> {
  const { portage, output, io } = session;
  const { signal } = io;
  const last =
    options.wait === true
      ? await portage.waitForStatus(requestId, {
          signal,
          timeoutMs: options.timeout * 1000,
          onStatus: (update) => {
            if (outcomeOf(update.status) !== undefined) return;
            if (output.json) output.result(event(requestId, update), []);
            else output.progress(`${requestId} ${update.status}`);
          },
        })
      : await portage.getStatus(requestId, { signal });
  const got = await gotOf(session, requestId, last);
  output.result(event(requestId, last), statusLines(requestId, last, { got, paint: output.paint }));
  const outcome = outcomeOf(last.status);
  return outcome === undefined || outcome === 'success' ? exitCodes.ok : exitCodes.failed;
}

function event(requestId: string, update: StatusUpdate): Readonly<Record<string, unknown>> {
  return { event: 'status', ...update, requestId };
}
