import type { RunResult } from './results.mjs';
export declare function tableOf(runs: readonly RunResult[]): string;
