import type { Random } from '../random.js';
import { faultRates, type FaultName } from './faultRates.js';

/** Decides by a seed when faults happen, and counts them. */
export interface FaultPlan {
  /** Whether a fault happens now. */
  roll(name: FaultName): boolean;
  noteReorg(depth: number): void;
  noteKill(point: string): void;
  /** Ends all faults: from now on everything works. */
  stop(): void;
  /** Whether they have ended. */
  isOver(): boolean;
  counts(): FaultCounts;
}

/** Faults that happened. */
export interface FaultCounts {
  readonly faults: Readonly<Record<string, number>>;
  readonly kills: Readonly<Record<string, number>>;
  /** By depth in blocks. */
  readonly reorgs: Readonly<Record<string, number>>;
}

/** Options of {@link createFaultPlan}. */
export interface FaultPlanOptions {
  /** Multiple of the usual probability of each fault. */
  readonly factor: number;
  /** Called with the name of each fault. */
  readonly note: (text: string) => void;
}

/** Makes a plan in which each fault is `factor` times as likely as usual. */
export function createFaultPlan(random: Random, { factor, note }: FaultPlanOptions): FaultPlan {
  const faults = new Map<string, number>();
  const kills = new Map<string, number>();
  const reorgs = new Map<string, number>();
  let isOn = true;
  const count = (map: Map<string, number>, name: string): void =>
    void map.set(name, (map.get(name) ?? 0) + 1);
  return {
    roll: (name) => {
      if (!isOn || !random.chance(faultRates[name] * factor)) return false;
      count(faults, name);
      note(name);
      return true;
    },
    noteReorg: (depth) => {
      count(reorgs, String(depth));
    },
    noteKill: (point) => {
      count(kills, point);
    },
    stop: () => void (isOn = false),
    isOver: () => !isOn,
    counts: () => ({
      faults: Object.fromEntries(faults),
      kills: Object.fromEntries(kills),
      reorgs: Object.fromEntries(reorgs),
    }),
  };
}
