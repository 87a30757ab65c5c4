import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  truncateSync,
  writeFileSync,
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

/** Whole lines of a file that may not be there; half a line at its end is cut off. */
function readWhole(path: string): string {
  if (!existsSync(path)) return '';
  const text = readFileSync(path, 'utf8');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole !== text) truncateSync(path, Buffer.byteLength(whole));
  return whole;
}

/**
 * Opens the file of a trial. Half a line, which a crash or a full disk left, is cut off before
 * anything is read or added.
 */
export function openTrial(path: string): Trial {
  const lines = new Map<string, TrialLine>();
  for (const line of readWhole(path).split('\n').slice(0, -1)) {
    const read = JSON.parse(line) as TrialLine; // Lines of this program.
    lines.set(read.transfer, read);
  }
  return {
    last: (transfer) => lines.get(transfer),
    add: (line) => {
      readWhole(path);
      const file = openSync(path, 'a', 0o600);
      try {
        writeFileSync(file, `${JSON.stringify(line)}\n`);
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      lines.set(line.transfer, line);
    },
  };
}
