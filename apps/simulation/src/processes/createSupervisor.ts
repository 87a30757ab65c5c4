import { startProcess, type ProcessParts, type RunningProcess } from './startProcess.js';

/** Keeps the processes of the service running. */
export interface Supervisor {
  /** Ends all faults of processes; clocks are right again. */
  calm(): void;
}

/** Names of the processes; the second does what the first does. */
const names = ['one', 'two'] as const;

/** Time of a look at whether the database moves, and how long that takes. */
const failoverMs = 1_000;

/** Starts the processes, and starts those again that die. */
export function createSupervisor(parts: Omit<ProcessParts, 'isFailingOver'>): Supervisor {
  const { time, random, faults } = parts;
  const running = new Map<string, RunningProcess>();
  let movedUntil = 0;
  const all: ProcessParts = { ...parts, isFailingOver: () => time.now() < movedUntil };
  const start = (name: string): void => {
    running.set(
      name,
      startProcess(name, all, () => {
        running.delete(name);
        time.after(random.between(50, 6_000), () => {
          start(name);
        });
      }),
    );
  };
  for (const name of names) start(name);
  const moveDatabase = (): void => {
    if (faults.roll('failover')) movedUntil = time.now() + random.between(500, 4_000);
    time.after(failoverMs, moveDatabase);
  };
  time.after(failoverMs, moveDatabase);
  return {
    calm: () => {
      for (const process of running.values()) process.setClock(0);
    },
  };
}
