import { spawn } from 'node:child_process';

/** Guard that ends nodes when this process can no longer do it. */
export interface Guard {
  /** Puts a node under guard. */
  add(pid: number): void;
  /** Removes a node that has ended; its process id may soon belong to a stranger. */
  remove(pid: number): void;
  close(): Promise<void>;
}

/**
 * Whole program of the guard. It reads `+pid` and `-pid` lines. The end of its input means that the
 * parent has ended for any reason, and then it kills every node on its list. It is plain text
 * because it runs in a Node process of its own, wherever this package is installed and whether or
 * not it was built.
 */
const program = `
const nodes = new Set();
require('node:readline').createInterface({ input: process.stdin })
  .on('line', (line) => line[0] === '+' ? nodes.add(Number(line.slice(1))) : nodes.delete(Number(line.slice(1))))
  .on('close', () => { for (const pid of nodes) try { process.kill(pid, 'SIGKILL'); } catch {} process.exit(); });
`;

/**
 * Starts a small process that outlives this one by a moment. The pipe between them closes even when
 * this process is killed with SIGKILL, which no handler inside it could notice. It has a process
 * group of its own, so a Ctrl-C in the terminal does not reach it.
 */
export function startGuard(): Guard {
  const child = spawn(process.execPath, ['-e', program], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    windowsHide: true,
    env: {},
  });
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  // A killed guard must not end the devnet; the record in the data directory remains.
  child.stdin.on('error', () => undefined);
  child.unref();
  const nodes = new Set<number>();
  // One listener for all nodes: they end with this process also where the guard was killed.
  const killAll = (): void => nodes.forEach(kill);
  process.once('exit', killAll);
  return {
    add: (pid) => {
      nodes.add(pid);
      child.stdin.write(`+${pid}\n`);
    },
    remove: (pid) => {
      nodes.delete(pid);
      child.stdin.write(`-${pid}\n`);
    },
    close: async () => {
      process.removeListener('exit', killAll);
      child.ref();
      child.stdin.end();
      await exited;
    },
  };
}

/** Kills a process that may end by itself meanwhile. */
export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
