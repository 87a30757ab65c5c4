import type { Logger } from 'pino';
import type { Configuration } from './configuration/configuration.js';

/** Which parts of a service run in this process. */
export type Role = 'all' | 'api' | 'worker';

/** How a service is started. */
export interface ServiceOptions {
  readonly configuration: Configuration;
  /** URL of a PostgreSQL; an embedded one is started in `databaseDir` when it is left out. */
  readonly databaseUrl?: string | undefined;
  readonly databaseDir: string;
  readonly role?: Role;
  readonly host?: string;
  /** Default 4000, or a free port when that is taken; a port that is named here must be free. */
  readonly port?: number | undefined;
  readonly version: string;
  readonly log: Logger;
  /** Told when a worker ended without being asked to: the service cannot go on. */
  readonly onFailure: (error: unknown) => void;
  /** Called at each named point of a transfer; for tests of recovery. */
  readonly failpoint?: ((point: string) => void) | undefined;
}
