import { execFileSync } from 'node:child_process';
import { createDraw } from './draw.mjs';

/** What may stand still, by the words of its command. */
const kinds = {
  anvil: /(?:^|\/)anvil\b/,
  postgres: /(?:^|\/)postgres(?:\b|:)/,
  service: /apps\/(?:service|devnet)\/(?:dist|src)\/bin\./,
};

/** Processes below this one with their kind, as `ps` prints them. */
export function readStoppable(list, ancestor) {
  const all = list
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter((match) => match !== null)
    .map(([, pid, parent, command]) => ({ pid: Number(pid), parent: Number(parent), command }));
  const below = new Set([ancestor]);
  for (let size = 0; size !== below.size;) {
    size = below.size;
    for (const { pid, parent } of all) if (below.has(parent)) below.add(pid);
  }
  return all.flatMap(({ pid, command }) => {
    const kind = Object.keys(kinds).find((name) => kinds[name].test(command));
    return kind === undefined || pid === ancestor || !below.has(pid) ? [] : [{ pid, kind }];
  });
}

/** One of them: first a kind, so that the many processes of a database do not hide the rest. */
function chooseOne(found, draw) {
  const kindsFound = [...new Set(found.map(({ kind }) => kind))];
  const kind = kindsFound[Math.floor(draw() * kindsFound.length)];
  const own = found.filter((one) => one.kind === kind);
  return own[Math.floor(draw() * own.length)];
}

/** Sends a signal; a process that has ended meanwhile needs none. */
function signal(pid, name) {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}

/** Lets one child after the other stand still for a while, until `end`. */
export function startStops(seed) {
  const draw = createDraw(seed);
  const counts = {};
  let stopped;
  let timer;
  const goOn = () => {
    if (stopped !== undefined) signal(stopped, 'SIGCONT');
    stopped = undefined;
  };
  const stopOne = () => {
    const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
    const chosen = chooseOne(readStoppable(list, process.pid), draw);
    if (chosen !== undefined && signal(chosen.pid, 'SIGSTOP')) {
      stopped = chosen.pid;
      counts[chosen.kind] = (counts[chosen.kind] ?? 0) + 1;
    }
    timer = setTimeout(
      () => {
        goOn();
        rest();
      },
      200 + draw() * 1_800,
    );
  };
  const rest = () => {
    timer = setTimeout(stopOne, 1_000 + draw() * 4_000);
  };
  rest();
  return {
    counts,
    end: () => {
      clearTimeout(timer);
      goOn();
    },
  };
}
