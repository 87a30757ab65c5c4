import { eventually } from '@portage/testing';
import type { System } from '../src/startSystem.js';

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
  await eventually(
    () => service.settlement.ledger.audit(),
    (broken) =>
      broken
        .map(({ rule }) => rule)
        .sort()
        .join('; ') === expected,
    { what: `books that keep all rules${expected && ` but ${expected}`}`, everyMs: 250 },
  );
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
