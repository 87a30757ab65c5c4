/** Exit codes of the process. */
export const exitCodes = {
  ok: 0,
  /** The request failed or was refunded, or the service rejected it. */
  failed: 1,
  /** The command line was wrong. */
  usage: 2,
  /** Ctrl-C. */
  interrupted: 130,
  /** The reader closed the output, as `head` does. */
  unread: 141,
} as const;

/** Exit code of the process. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
