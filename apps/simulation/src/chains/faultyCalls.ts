import { PortageError, type Clock } from '@portage/core';
import type { FaultPlan } from '../faults/createFaultPlan.js';
import type { Life } from '../faults/createLife.js';
import type { Random } from '../random.js';

/** Surroundings in which a process calls endpoints. */
export interface CallContext {
  readonly life: Life;
  readonly clock: Clock;
  readonly random: Random;
  readonly faults: FaultPlan;
}

const never = new Promise<never>(() => undefined);

/** Error of an endpoint that does not answer. */
export const unreachable = (): PortageError =>
  new PortageError('RPC_HTTP_ERROR', { message: 'The endpoint does not answer.' });

/** Waits as long as an endpoint takes, and dies where the process is killed meanwhile. */
async function waitForEndpoint({ life, clock, random, faults }: CallContext): Promise<void> {
  if (faults.roll('kill at call')) life.end('call');
  if (life.isOver()) return never;
  if (faults.roll('rpc delay'))
    await clock.sleep(random.between(5, 4_000), new AbortController().signal);
}

/** Makes a call through an endpoint that may be late or silent. */
export async function callEndpoint<T>(context: CallContext, call: () => Promise<T>): Promise<T> {
  const { life, faults } = context;
  await waitForEndpoint(context);
  if (faults.roll('rpc drop')) throw unreachable();
  return life.alive(
    call().finally(() => {
      if (faults.roll('kill after call')) life.end('after call');
    }),
  );
}
