import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A process that runs one of the scripts of this folder from source. */
export interface Child {
  readonly process: ChildProcess;
  readonly lines: AsyncIterator<string>;
  /** Next line of its output; fails when the process ends first. */
  readLine(): Promise<string>;
  /** Sends a signal and waits for the end. */
  kill(signal: NodeJS.Signals): Promise<void>;
}

/** Starts `<script>.ts` of this folder. */
export function startChild(script: string, args: readonly string[]): Child {
  const file = fileURLToPath(new URL(`./${script}.ts`, import.meta.url));
  const child = spawn(
    process.execPath,
    ['--conditions', '@portage/source', '--import', import.meta.resolve('tsx'), file, ...args],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    process: child,
    lines,
    readLine: async () => {
      const next = await lines.next();
      if (next.done === true) throw new Error(`${script} ended early`);
      return next.value;
    },
    kill: async (signal) => {
      child.kill(signal);
      await exited;
    },
  };
}
