import type { Writable } from 'node:stream';
import pc from 'picocolors';

/** Colours of a stream; plain text where it has none. */
export type Paint = Pick<
  ReturnType<typeof pc.createColors>,
  'bold' | 'cyan' | 'dim' | 'green' | 'red' | 'yellow'
>;

/** Facts that decide whether a stream is coloured. */
export interface PaintOptions {
  readonly stream: Writable & { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Text without colours. */
export const plain: Paint = pc.createColors(false);

/**
 * Colours of a terminal. Pipes and files get none, nor do terminals where `NO_COLOR` is set or that
 * are dumb, whatever else the environment says.
 */
export function paintOf({ stream, env }: PaintOptions): Paint {
  const refused = (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb';
  return stream.isTTY === true && !refused ? pc.createColors(true) : plain;
}

/** A status with the colour of how it ended; what has not ended is plain. */
export function paintStatus(status: string, paint: Paint): string {
  if (status === 'success') return paint.green(status);
  if (status === 'refund' || status === 'expired') return paint.yellow(status);
  return status === 'failure' ? paint.red(status) : status;
}
