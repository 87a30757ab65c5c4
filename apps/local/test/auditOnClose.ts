import { setTimeout as sleep } from 'node:timers/promises';
import type { System } from '../src/startSystem.js';

/** Milliseconds that the service has to book what chains have just told it. */
const restMsMax = 20_000;
const lookMs = 250;

/**
 * System whose `close` throws where an audit of its books finds something that stays.
 *
 * @param left - rules that its tests break and leave for an operator, as often as each is broken
 */
export function auditOnClose<T extends System>(system: T, left: readonly string[] = []): T {
  const expected = [...left].sort().join('; ');
  const audit = async (): Promise<void> => {
    const end = Date.now() + restMsMax;
    for (;;) {
      const broken = await system.service.settlement.ledger.audit();
      const rules = broken.map(({ rule }) => rule).sort();
      if (rules.join('; ') === expected) return;
      if (Date.now() > end) throw new Error(`Unsound books: ${JSON.stringify(broken)}`);
      await sleep(lookMs);
    }
  };
  const close = async (): Promise<void> => {
    try {
      await audit();
    } finally {
      await system.close();
    }
  };
  return { ...system, close };
}
