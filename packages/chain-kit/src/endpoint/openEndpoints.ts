import { describeError, isPortageError, PortageError, type Clock, type Log } from '@portage/core';
import type { Connection } from '@portage/core/plugin';
import {
  createCheckedEndpoint,
  type CheckedEndpoint,
  type EndpointCheck,
} from './createCheckedEndpoint.js';
import { connectOne, type WeighedBudget } from './connectOne.js';
import { createEndpoint, type Endpoint } from './createEndpoint.js';
import { createRefusals } from './createRefusals.js';
import { probeAll, type EndpointProbe } from './probeAll.js';
import { createOperatorEndpoint } from './createOperatorEndpoint.js';
import { operatorOf, urlOf, type EndpointSetting } from './endpointAddress.js';
import type { EndpointLimits } from './createHttp.js';
import { redactUrl } from './redactUrl.js';
import type { PassingRefusal } from './waitOutLimits.js';

/** The endpoints of a chain, as an operator names them. */
export interface EndpointSettings {
  /** Name of the chain, for errors. */
  readonly name: string;
  readonly rpcUrls: readonly EndpointSetting[];
  /** Operators who must agree before money is spent. Default: more than half of them. */
  readonly quorum?: number | undefined;
  /** Whether one process serves the whole chain, so that one endpoint is as good as many. */
  readonly devnet?: boolean | undefined;
  readonly timeoutMs: number;
}

/** Surroundings of the endpoints, and what each must pass before it is believed. */
export interface EndpointEnvironment {
  readonly check: EndpointCheck;
  /** Opens an endpoint of a chain that speaks something else than JSON-RPC. Default: JSON-RPC. */
  readonly connect?: ((url: string, limits: EndpointLimits) => Endpoint) | undefined;
  /** Refusals of a family's nodes that pass, as another node may answer. Default: none. */
  readonly passes?: PassingRefusal | undefined;
  /**
   * Asks an endpoint what it is able to do, each time that it has passed its check. Default: that
   * is not asked.
   */
  readonly probe?: EndpointProbe | undefined;
  /** Budget of each endpoint that names none, where hosts weigh calls. Default: none. */
  readonly budget?: WeighedBudget | undefined;
  /** Closes the endpoints. */
  readonly signal: AbortSignal;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

/** Endpoints of a chain, and what their number is worth. */
export interface OpenedEndpoints {
  /** One for each operator: endpoints of one operator answer as one. */
  readonly endpoints: readonly Endpoint[];
  /** Endpoints that must agree. */
  readonly quorum: number;
  /** Sentences for operators; empty where a majority must agree. */
  readonly warnings: readonly string[];
  /** Report on the endpoints to operators, for the chain's `connection`. */
  readonly connection: Connection;
}

/**
 * Opens the endpoints of a chain until the signal aborts, checks all of them at once, and says how
 * many of them must agree. Endpoints of one operator become one. An endpoint that does not answer
 * is left out until it does and has passed its check; one that comes back after it was away is
 * checked again.
 *
 * @throws PortageError `INVALID_CONFIGURATION` when more must agree than there are, when one would
 *   be enough but for a devnet, and when any of them fails its check; `RPC_HTTP_ERROR` when fewer
 *   answer than must agree
 * @example
 * ```ts
 * const { endpoints, quorum } = await openEndpoints(
 *   { name: 'base', rpcUrls: ['https://one.example', 'https://two.example'], timeoutMs: 10_000 },
 *   {
 *     check: async ({ ask }) => void (await ask([])),
 *     signal,
 *     clock: systemClock,
 *     log: console.log,
 *   },
 * );
 * ```
 */
export async function openEndpoints(
  { name, rpcUrls, quorum, devnet = false, timeoutMs }: EndpointSettings,
  {
    check,
    connect = createEndpoint,
    passes,
    probe,
    budget,
    signal,
    clock,
    log,
  }: EndpointEnvironment,
): Promise<OpenedEndpoints> {
  const operators = rpcUrls.map((endpoint) => operatorOf(endpoint, { isDevnet: devnet }));
  const count = new Set(operators).size;
  const needed = quorum ?? Math.floor(count / 2) + 1;
  refuseQuorum(needed, { name, count, devnet });
  const now = (): number => clock.now();
  const shared = { name, timeoutMs, log, clock: now };
  const endpoints = rpcUrls.map((endpoint) => {
    const label = redactUrl(urlOf(endpoint));
    const { note, counts } = createRefusals({ chain: name, endpoint: label, log, clock: now });
    const opened = connectOne(endpoint, { ...shared, connect, passes, budget, onRefusal: note });
    const judged = { check, probe, passes, signal, refusals: counts };
    return createCheckedEndpoint(opened, { ...shared, ...judged });
  });
  const groups = [...new Set(operators)].flatMap((operator) => {
    const [first, ...others] = endpoints.filter((_, index) => operators[index] === operator);
    return first === undefined ? [] : [[first, ...others] as const];
  });
  signal.addEventListener(
    'abort',
    () => void Promise.allSettled(endpoints.map((endpoint) => endpoint.close())),
    { once: true },
  );
  await checkAll(groups, { name, needed });
  return {
    endpoints: groups.map((group) => createOperatorEndpoint([...group])),
    quorum: needed,
    warnings: devnet ? [] : quorumWarnings(needed, count),
    connection: {
      quorum: needed,
      endpoints: () => endpoints.map((endpoint) => endpoint.state()),
      ...(probe === undefined ? {} : { probe: (stop) => probeAll(endpoints, probe, stop) }),
    },
  };
}

async function checkAll(
  groups: readonly (readonly CheckedEndpoint[])[],
  { name, needed }: { readonly name: string; readonly needed: number },
): Promise<void> {
  const checked = await Promise.all(
    groups.map((group) => Promise.allSettled(group.map((endpoint) => endpoint.check()))),
  );
  const faults = checked
    .flat()
    .flatMap((each): readonly unknown[] => (each.status === 'rejected' ? [each.reason] : []));
  const wrong = faults.find((fault) => isPortageError(fault, 'INVALID_CONFIGURATION'));
  if (wrong !== undefined) throw wrong;
  const answering = checked.filter((group) =>
    group.some(({ status }) => status === 'fulfilled'),
  ).length;
  if (answering >= needed) return;
  throw new PortageError('RPC_HTTP_ERROR', {
    message: `${name}: ${String(answering)} of ${String(groups.length)} endpoints answer, ${String(needed)} must agree. ${faults.map(describeError).join(' ')}`,
    hint: 'Check the endpoints; the chain opens by itself when enough of them answer.',
  });
}

/** Refuses a quorum that cannot be, and one that a single operator makes. */
function refuseQuorum(
  needed: number,
  {
    name,
    count,
    devnet,
  }: { readonly name: string; readonly count: number; readonly devnet: boolean },
): void {
  if (needed > count)
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `${name}: a quorum of ${String(needed)} needs endpoints of as many operators.`,
    });
  if (needed < 2 && !devnet)
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `${name}: one operator's endpoint alone would be believed, whatever it tells.`,
      hint: 'Name endpoints of several operators and a quorum of at least two.',
    });
}

function quorumWarnings(needed: number, count: number): readonly string[] {
  return 2 * needed > count
    ? []
    : [
        `A quorum of ${String(needed)} of ${String(count)} endpoints is no majority: two halves may be told different chains.`,
      ];
}
