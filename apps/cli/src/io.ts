import type { Readable, Writable } from 'node:stream';

/**
 * Where the command line reads and writes; a value, so that nothing is taken from the process
 * behind its back.
 */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}
