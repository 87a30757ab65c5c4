import { join } from 'node:path';
import type { Configuration } from '../configuration/configuration.js';

/** Surroundings of the commands. */
export interface DeployEnvironment {
  readonly env: NodeJS.ProcessEnv;
  /** Data directory; deployments have a folder in it. */
  readonly dataDir: () => string;
  /** Path of the configuration file. */
  readonly file: () => string;
  readonly readSetup: () => Promise<{ readonly configuration: Configuration }>;
  readonly print: (text: string) => void;
  /** Hides a secret in all that is printed. */
  readonly hide: (secret: string) => void;
  readonly failpoint?: ((point: string) => void) | undefined;
  /** Takes the work of the command that was named; it returns an exit code. */
  readonly run: (work: () => Promise<number>) => void;
}

/** Folder of deployments in the data directory. */
export function deployFolder({ dataDir }: Pick<DeployEnvironment, 'dataDir'>): string {
  return join(dataDir(), 'deploy');
}
