import { testChecks } from './check.js';
import { swapSourceChecks } from './swapSourceChecks.js';
import type { SwapSourceFixture } from './swapSourceFixture.js';

/**
 * Checks that a swap source keeps the contract of `SwapSource`: quotes come from memory and say
 * when the venue was read, parts add up and lead through pools of the source, addresses are
 * canonical, and calls never go beyond the limit. Call it in a test file.
 *
 * @example
 * ```ts
 * testSwapSource('fake', async () => createFakeSwapSourceFixture());
 * ```
 */
export function testSwapSource(name: string, make: () => Promise<SwapSourceFixture>): void {
  testChecks(`swap source ${name}`, make, swapSourceChecks);
}
