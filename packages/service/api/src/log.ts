/** Where a server tells of its own faults, and of every call; pino's loggers fit. */
export interface ServerLog {
  error(context: object, message: string): void;
  /** Told of every call that was answered, without anything that could be a secret. */
  debug?(context: object, message: string): void;
}
