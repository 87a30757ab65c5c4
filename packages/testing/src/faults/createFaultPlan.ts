import { assert } from '@portage/core';
import type { Fault, InjectedFault } from './fault.js';

/** Decides which faults strike. */
export interface FaultPlan {
  set(faults: readonly Fault[]): void;
  /** Faults that strike an exchange of these methods. They are recorded as injected. */
  strike(methods: readonly string[]): readonly Fault[];
  /** Next number of the plan's own sequence, from 0 to 1, excluding 1. */
  random(): number;
  readonly injected: readonly InjectedFault[];
}

/** Makes a plan. Its decisions follow from its seed and the order of calls alone. */
export function createFaultPlan(faults: readonly Fault[], seed: number): FaultPlan {
  let active: { readonly fault: Fault; left: number }[] = [];
  let state = seed >>> 0;
  let step = 0;
  const injected: InjectedFault[] = [];
  // mulberry32: small, fast and good enough to choose faults.
  const random = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const set = (next: readonly Fault[]): void => {
    for (const { probability = 1 } of next)
      assert(probability >= 0 && probability <= 1, 'a probability lies between 0 and 1');
    active = next.map((fault) => ({ fault, left: fault.times ?? Number.POSITIVE_INFINITY }));
  };
  set(faults);
  return {
    set,
    random,
    injected,
    strike: (methods) => {
      step += 1;
      const struck = active.filter(({ fault, left }) => {
        const inScope =
          fault.methods === undefined || methods.some((method) => fault.methods?.includes(method));
        return left > 0 && inScope && random() < (fault.probability ?? 1);
      });
      for (const entry of struck) {
        entry.left -= 1;
        injected.push({ step, type: entry.fault.type, methods });
      }
      return struck.map(({ fault }) => fault);
    },
  };
}
