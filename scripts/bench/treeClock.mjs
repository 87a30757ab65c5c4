/**
 * CPU time of processes that are still running, and of those they have waited for. Detached ones
 * are found by a variable that they inherit. Linux only.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';

const ticksPerSecond = () => Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** Parent, start and ticks of a process with those of its ended children; undefined for none. */
function readProcess(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [own, ofChildren] = [fields[11] + fields[12], fields[13] + fields[14]];
    return { pid, parent: fields[1], started: fields[19], own, ofChildren };
  } catch {
    return undefined;
  }
}

/** Answers whether a process was started with a variable; each is looked at once. */
function createMarks(mark) {
  const known = new Map();
  const read = (pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(mark);
    } catch {
      return false;
    }
  };
  return ({ pid, started }) => {
    const key = `${pid} ${started}`;
    if (!known.has(key)) known.set(key, read(pid));
    return known.get(key);
  };
}

/** Processes of a tree by their ids: below a root, or with the mark, or below one of those. */
function readTree(root, hasMark) {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readProcess(Number(name)))
    .filter((one) => one !== undefined);
  const members = new Map();
  const add = (one) => {
    if (members.has(one.pid)) return;
    members.set(one.pid, one);
    for (const child of all) if (child.parent === one.pid) add(child);
  };
  for (const one of all) if (one.pid === root || hasMark(one)) add(one);
  return members;
}

/**
 * Clock of a tree. Call `tick` often: what an orphan used is known only while it lives, because
 * whoever waits for it is outside of the tree.
 */
export function createTreeClock(root, mark) {
  const ticksASecond = ticksPerSecond();
  const ownChildren = () => readProcess(process.pid).ofChildren;
  const before = ownChildren();
  const hasMark = createMarks(mark);
  let seen = new Map();
  let lost = 0;
  const tick = () => {
    const now = readTree(root, hasMark);
    for (const [pid, last] of seen) {
      if (now.get(pid)?.started === last.started) continue;
      const isWaitedFor = last.parent === process.pid || seen.has(last.parent);
      if (!isWaitedFor) lost += last.own + last.ofChildren;
    }
    seen = now;
    const living = [...now.values()].reduce((sum, one) => sum + one.own + one.ofChildren, 0);
    return (living + lost + ownChildren() - before) / ticksASecond;
  };
  return { tick };
}
