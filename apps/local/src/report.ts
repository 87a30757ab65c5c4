import pc from 'picocolors';
import type { DemonstrationResult } from './demonstrations/demonstration.js';

/** Outcome of one demonstration. */
export type Outcome =
  | { readonly demo: string; readonly ok: true; readonly result: DemonstrationResult }
  | { readonly demo: string; readonly ok: false; readonly error: string; readonly code?: string };

/** Report of outcomes as they come: a line for people, or a JSON object each. */
export interface Report {
  /** Prints an interim message, for people only. */
  note(text: string): void;
  outcome(outcome: Outcome): void;
}

/** Form of a report. */
export interface ReportOptions {
  /** One JSON object an outcome, in place of lines for people. */
  readonly json: boolean;
}

/** A report on standard output; notes go to standard error when the output is JSON. */
export function createReport({ json }: ReportOptions): Report {
  return {
    note: (text) => {
      if (!json) process.stdout.write(`${text}\n`);
    },
    outcome: (outcome) => process.stdout.write(`${json ? toJson(outcome) : toLine(outcome)}\n`),
  };
}

function toJson(outcome: Outcome): string {
  if (!outcome.ok) return JSON.stringify(outcome);
  return JSON.stringify({ demo: outcome.demo, ok: true, ...outcome.result });
}

function toLine(outcome: Outcome): string {
  if (!outcome.ok)
    return `${pc.red('✗')} ${outcome.demo.padEnd(28)} ${outcome.code ?? ''} ${outcome.error}`;
  const { summary, checked, fees, requestId, inTxHashes, txHashes, seconds } = outcome.result;
  const relayer = fees['relayer'];
  return [
    `${pc.green('✓')} ${outcome.demo.padEnd(28)} ${pc.bold(summary)}`,
    ...(relayer === undefined ? [] : [`fee $${relayer.amountUsd}`]),
    checked,
    `request ${short(requestId)}`,
    `in ${inTxHashes.map(short).join(',')}`,
    `out ${txHashes.map(short).join(',')}`,
    `${seconds.toFixed(2)} s`,
  ].join(pc.dim(' · '));
}

function short(hash: string): string {
  return `${hash.slice(0, 10)}…`;
}
