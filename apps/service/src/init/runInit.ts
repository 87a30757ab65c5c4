import { resolve } from 'node:path';
import { readEndpoints } from './readEndpoints.js';
import { readValues } from './setValues.js';
import { writeTemplate } from './writeTemplate.js';

/** Options of the command, as they are written. */
export interface InitOptions {
  /** Slugs with commas between. */
  readonly networks: string;
  readonly endpoints?: string | undefined;
  readonly values?: string | undefined;
  readonly out: string;
}

/**
 * Writes a configuration and says what is still to be filled in.
 *
 * @throws PortageError `INVALID_CONFIGURATION`
 */
export function runInit({ networks, endpoints, values, out }: InitOptions): string {
  const names = networks.split(',').map((name) => name.trim());
  const open = writeTemplate({
    networks: names.filter((name) => name !== ''),
    endpoints: endpoints === undefined ? {} : readEndpoints(resolve(endpoints)),
    values: values === undefined ? {} : readValues(resolve(values)),
    file: resolve(out),
  });
  return [
    `${out} is written. Fill in ${String(open.length)} values:`,
    ...open.map((path) => `  ${path}`),
    'Keys come from the environment: portage-service --secrets lists them.',
    `Then: portage-service check --config ${out}`,
    '',
  ].join('\n');
}
