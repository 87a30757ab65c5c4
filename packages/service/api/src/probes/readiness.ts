/** Fitness of a process to take calls, as a balancer asks for it. */
export interface Readiness {
  /** Reason not to be sent calls; undefined while the process takes them. */
  unfit(): Promise<string | undefined>;
  /** Whether the process is about to stop. */
  isDraining(): boolean;
  /** From now on the process is not fit, until it ends. */
  drain(): void;
}

/** Test of what every call needs, and its clock. */
export interface ReadinessOptions {
  /** Rejects while the database does not take what calls write. */
  readonly ping: () => Promise<void>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** For how long an answer is given again: frequent probes cost no query. */
const freshMs = 500;

/** Creates the readiness of a process that has started. */
export function createReadiness({ ping, now }: ReadinessOptions): Readiness {
  let isDraining = false;
  let last: { readonly at: number; readonly isUp: Promise<boolean> } | undefined;
  return {
    isDraining: () => isDraining,
    drain: () => {
      isDraining = true;
    },
    unfit: async () => {
      if (isDraining) return 'The process is about to stop.';
      const at = now();
      if (last === undefined || at - last.at >= freshMs)
        last = {
          at,
          isUp: ping().then(
            () => true,
            () => false,
          ),
        };
      return (await last.isUp) ? undefined : 'The database takes no writes.';
    },
  };
}
