import type { Chain } from '@portage/core/chain';
import type { ChainEnvironment } from '@portage/core/plugin';
import type { EndpointCheck } from '../endpoint/createCheckedEndpoint.js';
import { createRpc, type Rpc } from '../endpoint/createRpc.js';
import {
  openEndpoints,
  type EndpointEnvironment,
  type EndpointSettings,
} from '../endpoint/openEndpoints.js';
import { createQuorum, type Quorum } from '../quorum/createQuorum.js';
import { watchEndpoints } from '../quorum/watchEndpoints.js';

/** Endpoints of a chain as an operator names them, and its name in the log. */
export interface ConnectSettings extends EndpointSettings {
  readonly slug: string;
}

/** Options of {@link connectChain}. */
export interface ConnectOptions extends Pick<ChainEnvironment, 'signal' | 'clock' | 'log'> {
  /** Test that an endpoint passes before it is believed. */
  readonly check: EndpointCheck;
  /** Error codes by which a node asks to be asked later, or says that it does not serve now. */
  readonly busyCodes: readonly number[];
  /** Opens an endpoint of a chain that speaks something else than JSON-RPC. Default: JSON-RPC. */
  readonly connect?: EndpointEnvironment['connect'];
  /** Refusals that pass, as another node of the host may answer. Default: none. */
  readonly passes?: EndpointEnvironment['passes'];
  /** Asks an endpoint what it is able to do. Default: that is not asked. */
  readonly probe?: EndpointEnvironment['probe'];
  /** Budget of each endpoint that names none, where hosts weigh calls. Default: none. */
  readonly budget?: EndpointEnvironment['budget'];
}

/** A chain whose endpoints were checked. */
export interface ChainConnection {
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly rpc: Rpc;
  /** Reading of the chain that money may rest on. */
  readonly quorum: Quorum;
  /** Members of the chain about its endpoints: counts of calls, their state, warnings. */
  readonly reports: Pick<Chain, 'connection' | 'endpoints' | 'warnings'>;
}

/**
 * Connects to a chain until the signal aborts: opens and checks its endpoints, counts the calls to
 * each, and decides by a quorum of them.
 *
 * @throws PortageError `INVALID_CONFIGURATION` when an endpoint fails its check, or when more must
 *   agree than there are; `RPC_HTTP_ERROR` when fewer answer than must agree
 * @example
 * ```ts
 * const rpcUrls = ['https://one.example', 'https://two.example'];
 * const { rpc, quorum, reports } = await connectChain(
 *   { slug: 'base', name: 'Base', rpcUrls, timeoutMs: 10_000 },
 *   {
 *     check: async ({ ask }) => void (await ask([])),
 *     busyCodes: [429],
 *     signal,
 *     clock: systemClock,
 *     log: console.log,
 *   },
 * );
 * ```
 */
export async function connectChain(
  settings: ConnectSettings,
  { busyCodes, ...environment }: ConnectOptions,
): Promise<ChainConnection> {
  const { clock, log } = environment;
  const now = (): number => clock.now();
  const opened = await openEndpoints(settings, environment);
  const watched = watchEndpoints(opened.endpoints, { chain: settings.slug, log, clock: now });
  const { endpoints, onDissent } = watched;
  const { connection, warnings } = opened;
  return {
    clock: now,
    rpc: createRpc(endpoints, { busyCodes, clock: now }),
    quorum: createQuorum(endpoints, {
      needed: opened.quorum,
      deadlineMs: settings.timeoutMs,
      onDissent,
      clock: now,
    }),
    reports: {
      connection,
      endpoints: () => watched.usage(),
      ...(warnings.length === 0 ? {} : { warnings }),
    },
  };
}
