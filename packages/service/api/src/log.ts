/** Log for the server's own faults and for every call; pino's loggers fit. */
export interface ServerLog {
  error(context: object, message: string): void;
  /** Receives every answered call, without anything that could be a secret. */
  debug?(context: object, message: string): void;
}
