import type { Readable, Writable } from 'node:stream';

/** Streams and environment of the command line. They are passed in, so tests can replace them. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}
