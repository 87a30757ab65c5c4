import { afterAll, beforeAll, describe } from 'vitest';
import type { OpenFixture, VmFixture } from './fixtures.js';
import { testCodec } from './testCodec.js';
import { testDeposits } from './testDeposits.js';
import { testReadings } from './testReadings.js';
import { testReorgs } from './testReorgs.js';
import { testSpend } from './testSpend.js';
import { testUpdates } from './testUpdates.js';

/**
 * Checks that a VM keeps the contracts of `Codec` and `Chain`: its readings are right, each deposit
 * is reported once, whatever the chain and the service do in between, and nothing is paid twice.
 * Call it in a test file. It works on a real chain as well as on a simulated one.
 *
 * @example
 * ```ts
 * testVm('fake', async () => createFakeVmFixture());
 * ```
 */
export function testVm(name: string, make: () => Promise<VmFixture>): void {
  describe(`vm ${name}`, () => {
    let open: OpenFixture | undefined;
    const closing = new AbortController();
    beforeAll(async () => {
      const fixture = await make();
      open = { fixture, chain: await fixture.open(closing.signal) };
    });
    afterAll(async () => {
      closing.abort();
      await open?.fixture.close();
    });
    const current = (): OpenFixture => {
      if (open === undefined) throw new Error('The fixture did not open.');
      return open;
    };
    testCodec(() => current().fixture);
    testReadings(current);
    testDeposits(current);
    testUpdates(current);
    testSpend(current);
    testReorgs(current);
  });
}
