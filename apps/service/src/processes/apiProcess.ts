import cluster from 'node:cluster';
import { z } from 'zod';
import type { Configuration } from '../configuration/configuration.js';
import { ratesSchema } from '../configuration/ratesSchema.js';

/** Variable that tells an API process its place. */
export const placeVariable = 'PORTAGE_API_PROCESS';

/** Place of an API process among those of its machine. */
export interface Place {
  /** Port of the API, which all share. */
  readonly port: number;
  /** Port of the probes of this process alone; 0 for any that is free. */
  readonly probesPort: number;
}

const placeSchema = z.strictObject({
  port: z.number().int().min(1),
  probesPort: z.number().int().min(0),
});

/** Message of an API process, once it answers. */
export const listeningSchema = z.object({ url: z.string(), probesUrl: z.string() });

/** Addresses of an API process. */
export type Listening = z.output<typeof listeningSchema>;

/** Place of this process; undefined for one that no process of Portage has started. */
export function readPlace(env: Readonly<Record<string, string | undefined>>): Place | undefined {
  const text = env[placeVariable];
  if (!cluster.isWorker || text === undefined) return undefined;
  return placeSchema.parse(JSON.parse(text));
}

/** Tells the process that started this one that it answers. */
export function tellListening(listening: Listening): void {
  process.send?.(listening);
}

/**
 * Configuration with the calls of a caller counted in the database: counted in the memory of each
 * process, a caller would have as many times its rate as there are processes.
 */
export function countTogether(configuration: Configuration): Configuration {
  const rates = configuration.http?.rates ?? ratesSchema.parse({});
  return {
    ...configuration,
    http: { ...configuration.http, rates: { ...rates, countIn: 'database' } },
  };
}
