import { describeError, isPortageError, PortageError, type Log } from '@portage/core';
import { ageOf, type EndpointState } from '@portage/core/plugin';
import type { Ask } from './ask.js';
import type { Endpoint } from './createEndpoint.js';
import { askAgain } from './askAgain.js';
import { createLacks, type Lacks } from './createLacks.js';
import type { EndpointProbe } from './probeAll.js';
import type { PassingRefusal } from './waitOutLimits.js';
import { asFault, watchOutages } from './watchOutages.js';
import { withDeadline } from './withDeadline.js';

/** Milliseconds until an endpoint that failed its check is checked again. */
const recheckMs = 1_000;
/** The same for one that serves something else: that is an operator's to mend. */
const recheckWrongMs = 30_000;

/**
 * Compares one endpoint with the settings of its chain.
 *
 * @throws PortageError `INVALID_CONFIGURATION` where it serves another chain or other contracts,
 *   any other code where it does not answer
 */
export type EndpointCheck = (endpoint: Endpoint, signal: AbortSignal) => Promise<void>;

/** An endpoint that is asked nothing before it has passed its check. */
export interface CheckedEndpoint extends Endpoint {
  /** Checks it now, unless it has passed. @throws PortageError what the check throws */
  check(): Promise<void>;
  state(): EndpointState;
}

/** Options of {@link createCheckedEndpoint}. */
export interface CheckedEndpointOptions {
  /** Name of the chain, for logs. */
  readonly name: string;
  readonly check: EndpointCheck;
  /** Milliseconds that it has for an answer, and for its check. */
  readonly timeoutMs: number;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Asks it what it is able to do, each time that it has passed its check. Default: nothing. */
  readonly probe?: EndpointProbe | undefined;
  /** Refusals that pass, and so show no lack. Default: none. */
  readonly passes?: PassingRefusal | undefined;
  /** Counts of its refusals by kind. */
  readonly refusals?: EndpointState['refusals'];
}

interface Fault {
  readonly error: PortageError;
  readonly since: number;
}

/**
 * Guards an endpoint: it is checked before it is first asked, and again after it was away, as
 * another node may have taken its place. Until it passes, it fails like one that does not answer,
 * so that callers need to know of no third kind. Each change is logged once. Beside the questions
 * that follow a check it is asked once what it is able to do.
 */
export function createCheckedEndpoint(
  endpoint: Endpoint,
  options: CheckedEndpointOptions,
): CheckedEndpoint {
  const { timeoutMs, clock, signal, refusals, passes } = options;
  const { label } = endpoint;
  let isChecked = false;
  let wasChecked = false;
  let checking: Promise<void> | undefined;
  let fault: Fault | undefined;
  const lacks = createLacks({ clock, passes });
  const learning = lacks.learn(endpoint);
  const watched = watchOutages(learning, { timeoutMs, clock, onOutage: fail });

  function fail(error: PortageError): void {
    const isNews = fault?.error.code !== error.code;
    fault = { error, since: clock() };
    isChecked = false;
    // A wrong endpoint refuses the start, which says so itself.
    const isSaid = !wasChecked && isPortageError(error, 'INVALID_CONFIGURATION');
    if (isNews && !isSaid) tellFault(error, label, options);
  }

  async function runCheck(): Promise<void> {
    try {
      const patient = askAgain(endpoint);
      await withDeadline((stop) => options.check(patient, stop), timeoutMs, signal);
    } catch (error) {
      const found = asFault(error, label);
      fail(found);
      throw found;
    } finally {
      checking = undefined;
    }
    [isChecked, wasChecked] = [true, true];
    if (fault !== undefined)
      options.log('an endpoint answers again', { chain: options.name, endpoint: label });
    fault = undefined;
    void probeBeside(learning, { ...options, lacks });
  }

  async function check(): Promise<void> {
    if (isChecked) return;
    checking ??= runCheck();
    await checking;
  }

  async function checkInTime(): Promise<void> {
    const isResting =
      fault !== undefined && ageOf({ observedAt: fault.since }, clock()) < restMs(fault.error);
    if (fault !== undefined && isResting && checking === undefined)
      throw asUnreachable(fault.error);
    await check().catch((error: unknown) => Promise.reject(asUnreachable(asFault(error, label))));
  }

  const { askOnce } = watched;
  const guard =
    (ask: Ask): Ask =>
    async (requests, stop) => {
      if (!isChecked) await checkInTime();
      return ask(requests, stop);
    };
  return {
    label,
    check,
    state: () => stateOf(label, { fault: fault?.error, refusals, lacks: lacks.names() }),
    lacks: lacks.has,
    ask: guard(watched.ask),
    ...(askOnce === undefined ? {} : { askOnce: guard(askOnce) }),
    bounds: endpoint.bounds,
    close: () => endpoint.close(),
  };
}

interface Known {
  readonly fault: PortageError | undefined;
  readonly refusals: EndpointState['refusals'];
  readonly lacks: readonly string[];
}

/** State for operators, without what there is none of. */
function stateOf(endpoint: string, { fault, refusals, lacks }: Known): EndpointState {
  return {
    endpoint,
    ...(fault === undefined ? {} : { fault: describeError(fault) }),
    ...(refusals === undefined || refusals.size === 0 ? {} : { refusals }),
    ...(lacks.length === 0 ? {} : { lacks }),
  };
}

interface ProbeContext extends CheckedEndpointOptions {
  readonly lacks: Lacks;
}

/** Learns what an endpoint lacks, and logs it; one that does not answer shows that elsewhere. */
async function probeBeside(
  endpoint: Endpoint,
  { probe, lacks, name, log, timeoutMs, signal }: ProbeContext,
): Promise<void> {
  if (probe === undefined) return;
  try {
    await withDeadline((stop) => probe(endpoint, stop), timeoutMs, signal);
  } catch {
    return;
  }
  const names = lacks.names();
  if (names.length > 0 && !signal.aborted)
    log('an endpoint lacks properties', {
      chain: name,
      endpoint: endpoint.label,
      lacks: names.join(', '),
    });
}

function tellFault(
  fault: PortageError,
  endpoint: string,
  { name, log, signal }: CheckedEndpointOptions,
): void {
  if (signal.aborted) return;
  const context = { chain: name, endpoint, error: describeError(fault) };
  if (isPortageError(fault, 'INVALID_CONFIGURATION'))
    log('an endpoint is not that of its chain', { ...context, level: 'error' });
  else log('an endpoint does not answer', context);
}

function restMs(fault: PortageError): number {
  return isPortageError(fault, 'INVALID_CONFIGURATION') ? recheckWrongMs : recheckMs;
}

/** A wrong endpoint is left out like one that does not answer. */
function asUnreachable(error: PortageError): PortageError {
  if (error.code !== 'INVALID_CONFIGURATION') return error;
  return new PortageError('RPC_HTTP_ERROR', { message: error.message });
}
