import { testChecks } from './check.js';
import { pathChecks } from './pathChecks.js';
import type { PathFixture } from './pathFixture.js';

/**
 * Checks that a path keeps the contract of `RebalancePath`: quotes come from memory, addresses are
 * canonical, a transaction takes the rebalance's amount and no more, and a delivery is reported for
 * this rebalance alone. Call it in a test file.
 *
 * @example
 * ```ts
 * testPath('fake', async () => createFakePathFixture());
 * ```
 */
export function testPath(name: string, make: () => Promise<PathFixture>): void {
  testChecks(`path ${name}`, make, pathChecks);
}
