import type { Logger } from 'pino';
import type { AnswerListener, AppOptions, DocsOptions } from '@portage/api';
import type { Clock } from '@portage/core';
import type { Allocator, Facade, PluginPath, PluginSwapSource, Vm } from '@portage/core/plugin';
import type { Configuration } from './configuration/configuration.js';

/** Parts of a service that run in this process. */
export type Role = 'all' | 'api' | 'worker';

/** Options of a service. */
export interface ServiceOptions {
  readonly configuration: Configuration;
  /** Families of chains. Default: `builtinVms`. */
  readonly vms?: readonly Vm[] | undefined;
  /** Swap sources beside those of the configuration. */
  readonly swapSources?: readonly PluginSwapSource[] | undefined;
  /** Paths between chains beside their bridges. */
  readonly paths?: readonly PluginPath[] | undefined;
  /** Interfaces of other services beside those of the configuration. */
  readonly facades?: readonly Facade[] | undefined;
  /**
   * Signers of depositories by the slugs of chains, as of a key management service. Default: the
   * families' own, on the configured keys.
   */
  readonly signers?: Readonly<Record<string, Allocator>> | undefined;
  /** File of everything that was authorized; by default it is kept in memory alone. */
  readonly releaseJournal?: string | undefined;
  /** URL of a PostgreSQL; by default an embedded one is started in `databaseDir`. */
  readonly databaseUrl?: string | undefined;
  readonly databaseDir: string;
  readonly role?: Role;
  /** Slugs or ids of the chains that a worker follows and pays on. Default: all. */
  readonly chains?: readonly string[] | undefined;
  /** Whether no more orders are taken: what is open is settled. Default: false. */
  readonly isDraining?: boolean | undefined;
  readonly host?: string;
  /** Port; by default 4000, or a free port when that is taken. A port named here must be free. */
  readonly port?: number | undefined;
  /**
   * Port of the probes and metrics of this process alone, where processes share the API's port and
   * its configuration; a free one when it is taken. Default: the API's.
   */
  readonly probesPort?: number | undefined;
  /** App at `GET /`; by default the status page is there. */
  readonly app?: AppOptions | undefined;
  /** Documentation at `GET /docs`; by default the page of the API alone is there. */
  readonly docs?: DocsOptions | undefined;
  readonly version: string;
  readonly log: Logger;
  /** Time of the process. Default: the clock of the machine. */
  readonly clock?: Clock | undefined;
  /**
   * Seconds that a quote, a submission, a withdrawal or a claim may take to become durable before
   * its caller is asked to retry. Default: 5.
   */
  readonly saveSecondsMax?: number | undefined;
  /** Called when a worker ends unasked: the service cannot go on. */
  readonly onFailure: (error: unknown) => void;
  /** Called with each answer of an endpoint before it is sent, for tests. */
  readonly onAnswer?: AnswerListener | undefined;
  /** Called at each named point of a transfer, for tests of recovery. */
  readonly failpoint?: ((point: string) => void) | undefined;
}
