import type { Chain } from '@portage/core/chain';
import type { EndpointProfile } from '@portage/core/plugin';
import type { CheckRow } from './checkRow.js';
import { finalityRows } from './finalityRows.js';

/** Fewer blocks of logs at once make the reading of old blocks slow. */
const logBlocksFew = 100;

/** Chain that the rows are about, and until when it is open. */
export interface EndpointsQuestion {
  /** Slug of the chain. */
  readonly subject: string;
  readonly signal: AbortSignal;
}

/**
 * Rows about what each endpoint of a chain is able to do, and about what too few of them know; none
 * where its family asks nothing.
 */
export async function endpointRows(
  { connection, finality }: Pick<Chain, 'connection' | 'finality'>,
  { subject, signal }: EndpointsQuestion,
): Promise<readonly CheckRow[]> {
  const profiles = (await connection?.probe?.(signal)) ?? [];
  const rows = profiles.map((profile): CheckRow => {
    const message = `${profile.endpoint}: ${profile.fault ?? describe(profile)}`;
    const about = { check: 'endpoint', subject, message, profile };
    return profile.fault === undefined && !tellsFew(profile)
      ? { ...about, result: 'ok' }
      : { ...about, result: 'warning', hint: hintOf(profile) };
  });
  return [...rows, ...finalityRows({ connection, finality }, profiles, subject)];
}

/** Whether it is known to tell few blocks at once: a young chain has no more of them. */
function tellsFew({ logBlocksMax = logBlocksFew, height = 0 }: EndpointProfile): boolean {
  return logBlocksMax < logBlocksFew && logBlocksMax <= height;
}

function hintOf({ fault }: EndpointProfile): string {
  return fault === undefined
    ? 'Old blocks are read slowly after an outage, in many questions: name another plan or host.'
    : 'The start goes on without it where enough others answer.';
}

/** Properties in a line, for people. */
function describe({
  height,
  latencyMs,
  callsMax,
  logBlocksMax,
  finalizedHeight,
  safeHeight,
  simulates,
  stateBlocks = 0,
}: EndpointProfile): string {
  const tag = (name: string, value: number | null | undefined): string =>
    value === null || value === undefined ? `no ${name}` : `${name} ${String(value)}`;
  return [
    `block ${String(height)} in ${String(latencyMs)} ms`,
    `${String(callsMax)} calls at once`,
    `logs of ${String(logBlocksMax)} blocks at once`,
    `state of ${String(stateBlocks)} blocks back`,
    tag('finalized', finalizedHeight),
    tag('safe', safeHeight),
    simulates === true ? 'simulates' : 'no simulation',
  ].join(', ');
}
