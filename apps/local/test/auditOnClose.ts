import { setTimeout as sleep } from 'node:timers/promises';
import type { System } from '../src/startSystem.js';

/** Milliseconds that the service has to book what chains have just told it. */
const restMsMax = 20_000;
const lookMs = 250;

/** System whose `close` throws where an audit of its books finds something that stays. */
export function auditOnClose<T extends System>(system: T): T {
  const { ledger } = system.service.settlement;
  const findUnsound = async (): ReturnType<typeof ledger.audit> => {
    const end = Date.now() + restMsMax;
    for (;;) {
      const broken = await ledger.audit();
      if (broken.length === 0 || Date.now() > end) return broken;
      await sleep(lookMs);
    }
  };
  const close = async (): Promise<void> => {
    const broken = await findUnsound().finally(() => system.close());
    if (broken.length > 0) throw new Error(`Unsound books: ${JSON.stringify(broken)}`);
  };
  return { ...system, close };
}
