import { setTimeout as sleep } from 'node:timers/promises';
import type { System } from '../src/startSystem.js';

/** Milliseconds that the service has to book what chains have just told it. */
const restMsMax = 20_000;
const lookMs = 250;

/**
 * Waits until the books keep all rules.
 *
 * @param left - rules that tests break and leave for an operator, as often as each is broken
 * @throws where an audit of the books finds something else that stays
 */
export async function awaitSound(
  { service }: Pick<System, 'service'>,
  left: readonly string[] = [],
): Promise<void> {
  const expected = [...left].sort().join('; ');
  const end = Date.now() + restMsMax;
  for (;;) {
    const broken = await service.settlement.ledger.audit();
    const rules = broken.map(({ rule }) => rule).sort();
    if (rules.join('; ') === expected) return;
    if (Date.now() > end) throw new Error(`Unsound books: ${JSON.stringify(broken)}`);
    await sleep(lookMs);
  }
}

/**
 * System whose `close` throws where an audit of its books finds something that stays.
 *
 * @param left - rules that its tests break and leave for an operator, as often as each is broken
 */
export function auditOnClose<T extends System>(system: T, left: readonly string[] = []): T {
  const close = async (): Promise<void> => {
    try {
      await awaitSound(system, left);
    } finally {
      await system.close();
    }
  };
  return { ...system, close };
}
