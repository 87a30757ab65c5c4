import type { Writable } from 'node:stream';
import { paintOf, type Paint } from './paint.js';

/** Output of results: lines for people, or one JSON object a line for machines. */
export interface Output {
  readonly json: boolean;
  /** Colours of results for people. */
  readonly paint: Paint;
  /** A result: an object for machines, lines for people. */
  result(event: Readonly<Record<string, unknown>>, lines: readonly string[]): void;
  /**
   * Shows the current state. A terminal gets one line that changes, other outputs a line a change.
   */
  progress(text: string): void;
  /** Ends the changing line. */
  settle(): void;
  /** A fault. */
  fault(event: Readonly<Record<string, unknown>>, lines: readonly string[]): void;
}

/** Streams and format of an output. */
export interface OutputOptions {
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable;
  readonly json: boolean;
  /** Environment, where `NO_COLOR` stands. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const clearLine = '\r\u001b[2K';
const frameMs = 80;

/** Creates an output. On a terminal a spinner turns while work is under way. */
export function createOutput({ stdout, stderr, json, env }: OutputOptions): Output {
  const paint = paintOf({ stream: stdout, env });
  const spins = stdout.isTTY === true && !json;
  let current: string | undefined;
  let frame = 0;
  let timer: ReturnType<typeof setInterval> | undefined;

  const draw = (): void => {
    frame = (frame + 1) % frames.length;
    stdout.write(`${clearLine}${paint.cyan(frames[frame] ?? '')} ${current ?? ''}`);
  };
  const settle = (): void => {
    clearInterval(timer);
    timer = undefined;
    if (spins && current !== undefined)
      stdout.write(`${clearLine}${paint.green('✓')} ${current}\n`);
    current = undefined;
  };
  const print = (
    to: Writable,
    event: Readonly<Record<string, unknown>>,
    lines: readonly string[],
  ): void => {
    if (json) stdout.write(`${JSON.stringify(event)}\n`);
    else for (const line of lines) to.write(`${line}\n`);
  };

  return {
    json,
    paint,
    result: (event, lines) => {
      settle();
      print(stdout, event, lines);
    },
    progress: (text) => {
      if (json || text === current) return;
      settle();
      current = text;
      if (!spins) {
        stdout.write(`${text}\n`);
        return;
      }
      draw();
      timer = setInterval(draw, frameMs);
    },
    settle,
    fault: (event, lines) => {
      clearInterval(timer);
      if (spins && current !== undefined)
        stdout.write(`${clearLine}${paint.red('✗')} ${current}\n`);
      current = undefined;
      print(stderr, event, lines);
    },
  };
}
