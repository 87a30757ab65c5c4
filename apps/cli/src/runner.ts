import type { ExitCode } from './exitCodes.js';
import type { GlobalOptions } from './options.js';
import type { Session } from './session.js';

/** Runs a command within a session and keeps its exit code. */
export type Runner = (
  options: GlobalOptions,
  command: (session: Session) => Promise<ExitCode>,
) => Promise<void>;
