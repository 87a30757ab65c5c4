import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

interface ProcessTimes {
  readonly pid: number;
  readonly parent: number;
  /** Clock ticks of the process, and of its children that have ended. */
  readonly ticks: number;
}

function readTimes(pid: number): readonly ProcessTimes[] {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0);
    return [{ pid, parent: fields[1] ?? 0, ticks }];
  } catch {
    // It has ended meanwhile; its parent has its time.
    return [];
  }
}

/** Id of the process that started another one. */
export function parentOf(pid: number): number {
  const [times] = readTimes(pid);
  if (times === undefined) throw new Error(`There is no process ${String(pid)}.`);
  return times.parent;
}

/** CPU seconds so far of a process and of all that it started. Linux only. */
export function treeCpu(root: number): number {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readTimes(Number(name)));
  const ticksOf = (pid: number, own: number): number =>
    all
      .filter(({ parent }) => parent === pid)
      .reduce((sum, child) => sum + ticksOf(child.pid, child.ticks), own);
  const own = all.find(({ pid }) => pid === root)?.ticks ?? 0;
  const perSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  return ticksOf(root, own) / perSecond;
}
