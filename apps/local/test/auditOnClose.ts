import type { System } from '../src/startSystem.js';

/** System whose `close` throws where an audit of its books finds something. */
export function auditOnClose<T extends System>(system: T): T {
  const close = async (): Promise<void> => {
    const broken = await system.service.settlement.ledger.audit().finally(() => system.close());
    if (broken.length > 0) throw new Error(`Unsound books: ${JSON.stringify(broken)}`);
  };
  return { ...system, close };
}
