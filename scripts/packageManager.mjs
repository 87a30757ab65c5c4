/** The pinned package manager, which need not be installed, and what its commands run with. */
import { readFileSync } from 'node:fs';

/** The pinned package manager, as `pnpm@1.2.3`. */
export const { packageManager } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);

/** Beginning of a command of the package manager. */
export const manager = ['npx', '-y', packageManager];

/**
 * For commands of the package manager. Warnings about settings of the machine are no part of what
 * these commands have to say.
 */
export const env = {
  ...process.env,
  npm_config_loglevel: 'error',
  TURBO_TELEMETRY_DISABLED: '1',
  DO_NOT_TRACK: '1',
  npm_config_update_notifier: 'false',
};
