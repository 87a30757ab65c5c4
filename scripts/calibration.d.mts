/** CPU seconds of the loop on the machine that the budgets were written for. */
export const referenceSeconds: number;

/** Factor between the loops before and after beyond which a figure is only told, not judged. */
export const noiseMax: number;

/** CPU seconds of the loop before and after something that is measured. */
export interface Loops {
  readonly before: number | undefined;
  readonly after: number | undefined;
}

/** CPU seconds on the machine of the budgets, and whether this one was too uneven to judge them. */
export interface Calibrated {
  readonly seconds: number;
  readonly isNoisy: boolean;
}

export function measureLoop(): Promise<number | undefined>;
export function calibrate(cpuSeconds: number, loops: Loops, reference?: number): Calibrated;
export function treeCpuSeconds(): number | undefined;
