import { writeFileSync } from 'node:fs';
import { PortageError, requestFault } from '@portage/core';
import { networkNamed } from '../configuration/presets/networkNamed.js';
import { createTemplate, type Endpoints } from './createTemplate.js';
import type { Values } from './setValues.js';

/** Networks, endpoints and file of a new configuration. */
export interface TemplateOptions {
  /** Slugs of networks, in the order of the chains. */
  readonly networks: readonly string[];
  readonly endpoints: Endpoints;
  /** Values that the operator gives already. */
  readonly values?: Values | undefined;
  /** File to write; it must not be there yet. */
  readonly file: string;
}

/**
 * Writes a configuration for named networks, readable by its owner alone.
 *
 * @returns places that are still to be filled in
 * @throws PortageError `INVALID_CONFIGURATION` for no network, an unknown one, one that is named
 *   twice, endpoints of a network that is not named, values at no place, and a file that is there
 *   already
 */
export function writeTemplate({
  networks,
  endpoints,
  values = {},
  file,
}: TemplateOptions): readonly string[] {
  if (networks.length === 0) throw wrong('networks', 'names none');
  const twice = networks.find((slug, index) => networks.indexOf(slug) < index);
  if (twice !== undefined) throw wrong('networks', `names ${twice} twice`);
  const found = networks.map(networkNamed);
  const stray = Object.keys(endpoints).find((slug) => !networks.includes(slug));
  if (stray !== undefined)
    throw wrong('endpoints', `has "${stray}", which is none of ${networks.join(', ')}`);
  const { configuration, open } = createTemplate(found, { endpoints, values });
  try {
    // Endpoints may carry secrets.
    const options = { flag: 'wx', mode: 0o600 };
    writeFileSync(file, `${JSON.stringify(configuration, undefined, 2)}\n`, options);
  } catch (cause) {
    const isThere = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST';
    throw new PortageError('INVALID_CONFIGURATION', {
      message: isThere ? `${file} is there already.` : `${file} cannot be written.`,
      hint: isThere
        ? 'Name another file with --out, or move it away: nothing is overwritten.'
        : undefined,
      cause,
    });
  }
  return open;
}

function wrong(path: string, fault: string): PortageError {
  return requestFault(path, fault, { code: 'INVALID_CONFIGURATION' });
}
