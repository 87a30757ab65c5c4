import { eventually } from '@portage/testing';
import type { System } from '../src/startSystem.js';

/**
 * Waits until the service has taken in so many more blocks of a chain. What it would do by a block
 * it has done by then, however slow the machine is: "nothing happened" is asked after it.
 */
export async function blocksTaken(
  { service }: Pick<System, 'service'>,
  chainId: number,
  count: number,
): Promise<void> {
  const height = async (): Promise<number> =>
    (await service.settlement.chains.progress(chainId))?.height ?? 0;
  const start = await height();
  await eventually(height, (now) => now >= start + count, {
    what: `${String(count)} more blocks of ${String(chainId)}, taken in by the service`,
  });
}

/** Waits until the clock of the machine, and of the service on it, is later than a time. */
export async function laterThan(time: number): Promise<void> {
  await eventually(
    () => Date.now(),
    (now) => now > time,
    { what: `a clock later than ${new Date(time).toISOString()}` },
  );
}

/**
 * Waits until the service has asked a chain so many times more: it looked at it that often, also
 * where no block comes.
 */
export async function looksTaken(
  { service }: Pick<System, 'service'>,
  chainId: number,
  count: number,
): Promise<void> {
  const asked = (): number =>
    (service.chains.byId(chainId).endpoints?.() ?? []).reduce(
      (sum, { answered, failed }) => sum + answered + failed,
      0,
    );
  const start = asked();
  await eventually(asked, (now) => now >= start + count, {
    what: `${String(count)} more looks of the service at ${String(chainId)}`,
  });
}
