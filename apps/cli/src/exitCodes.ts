/** What the process ends with. */
export const exitCodes = {
  ok: 0,
  /** The request failed or was refunded, or the service refused. */
  failed: 1,
  /** The command line was wrong. */
  usage: 2,
  /** Ctrl-C. */
  interrupted: 130,
} as const;

/** What the process ends with. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
