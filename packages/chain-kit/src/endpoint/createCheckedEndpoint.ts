import { describeError, isPortageError, PortageError, type Log } from '@portage/core';
import { ageOf, type EndpointState } from '@portage/core/plugin';
import type { Ask } from './ask.js';
import type { Endpoint } from './createEndpoint.js';
import { askAgain } from './askAgain.js';
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
 * so that callers need to know of no third kind. Each change is logged once.
 */
export function createCheckedEndpoint(
  endpoint: Endpoint,
  options: CheckedEndpointOptions,
): CheckedEndpoint {
  const { timeoutMs, clock, signal, refusals } = options;
  const { label } = endpoint;
  let isChecked = false;
  let wasChecked = false;
  let checking: Promise<void> | undefined;
  let fault: Fault | undefined;
  const watched = watchOutages(endpoint, { timeoutMs, clock, onOutage: fail });

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
    state: () => ({
      endpoint: label,
      ...(fault === undefined ? {} : { fault: describeError(fault.error) }),
      ...(refusals === undefined || refusals.size === 0 ? {} : { refusals }),
    }),
    ask: guard(watched.ask),
    ...(askOnce === undefined ? {} : { askOnce: guard(askOnce) }),
    bounds: endpoint.bounds,
    close: () => endpoint.close(),
  };
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
