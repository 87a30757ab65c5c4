import type { Service } from '../src/index.js';

/** Closes a service; throws where an audit of its books finds something. */
export async function closeSound(service: Service): Promise<void> {
  try {
    const violations = await service.settlement.ledger.audit();
    if (violations.length > 0) throw new Error(`Unsound books: ${JSON.stringify(violations)}`);
  } finally {
    await service.close();
  }
}
