/** Where a server tells of its own faults; pino's loggers fit. */
export interface ServerLog {
  error(context: object, message: string): void;
}
