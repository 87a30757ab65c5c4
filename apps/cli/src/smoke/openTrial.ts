import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  truncateSync,
  writeSync,
} from 'node:fs';

/** A line of a trial's file. */
export interface TrialLine {
  /** Name of the transfer. */
  readonly transfer: string;
  readonly requestId: string;
  /** Absent until the transfer has ended. */
  readonly status?: string | undefined;
  /** USD that the payer paid in fees. */
  readonly costUsd: string;
  readonly seconds?: number | undefined;
}

/** File of a trial, to go on with it. */
export interface Trial {
  /** Last line of a transfer. */
  last(transfer: string): TrialLine | undefined;
  /** Adds a line, which is on disk then. */
  add(line: TrialLine): void;
}

/** Opens the file of a trial; half a line at its end, which a crash left, is cut off. */
export function openTrial(path: string): Trial {
  const lines = new Map<string, TrialLine>();
  if (existsSync(path)) {
    const text = readFileSync(path, 'utf8');
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    truncateSync(path, Buffer.byteLength(whole));
    for (const line of whole.split('\n').slice(0, -1)) {
      const read = JSON.parse(line) as TrialLine; // Lines of this program.
      lines.set(read.transfer, read);
    }
  }
  return {
    last: (transfer) => lines.get(transfer),
    add: (line) => {
      const file = openSync(path, 'a', 0o600);
      writeSync(file, `${JSON.stringify(line)}\n`);
      fsyncSync(file);
      closeSync(file);
      lines.set(line.transfer, line);
    },
  };
}
