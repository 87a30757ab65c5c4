import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { startPinned } from '../measure/pinnedProcess.js';

/** Calls of one load. */
export interface Calls {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Bodies that each connection sends in turn. */
  readonly bodies: readonly string[];
  readonly connections: number;
  /** Calls of all connections together. */
  readonly amount: number;
}

const loadSchema = z.object({
  requests: z.number(),
  seconds: z.number(),
  p50Ms: z.number(),
  p99Ms: z.number(),
  failed: z.number(),
});

/** Answers of a load by its own clock. */
export type Load = z.output<typeof loadSchema>;

/**
 * Loads an endpoint from a process of its own, on one core if one is named.
 *
 * @param folder - place for the file that tells that process its calls
 * @throws Error where a call failed
 */
export async function runLoad(folder: string, calls: Calls, core?: number): Promise<Load> {
  const file = join(folder, 'load.json');
  await writeFile(file, JSON.stringify(calls), { mode: 0o600 });
  const program = startPinned(core, [join(import.meta.dirname, 'load.js'), file]);
  const seen = loadSchema.parse(JSON.parse(await program.finished));
  if (seen.failed > 0 || seen.requests === 0)
    throw new Error(
      `${calls.url}: ${String(seen.failed)} of ${String(seen.requests)} requests failed.`,
    );
  return seen;
}
