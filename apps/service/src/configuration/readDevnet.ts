import { readFileSync } from 'node:fs';
import { PortageError } from '@portage/core';
import { fromZod } from '@portage/core/schemas';
import { z } from 'zod';
import { parseConfiguration, type Configuration } from './configuration.js';

/** Part of `devnet.json` that a service needs: the configuration that the devnet has written. */
const devnetSchema = z.object({
  devnetId: z.string(),
  configuration: z.record(z.string(), z.unknown()),
});

/**
 * Configuration with the devnet that it belongs to. Chains are new at each start, so a database
 * belongs to one of them.
 */
export interface DevnetConfiguration {
  readonly devnetId: string;
  readonly configuration: Configuration;
}

/**
 * Reads the configuration of a service from `devnet.json`.
 *
 * @throws PortageError `INVALID_CONFIGURATION`
 */
export function readDevnet(path: string): DevnetConfiguration {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `There is no devnet at ${path}.`,
      cause,
    });
  }
  const parsed = devnetSchema.safeParse(parse(text, path));
  if (!parsed.success) throw fromZod(parsed.error, 'INVALID_CONFIGURATION');
  const { devnetId, configuration } = parsed.data;
  return { devnetId, configuration: parseConfiguration(configuration) };
}

/** The parser's own words quote the text, which holds keys. */
function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `The file ${path} of the devnet cannot be read as JSON.`,
    });
  }
}
