import { expect, it } from 'vitest';
import { chain, input, limits } from '../../test/smallConfiguration.js';
import { parseConfiguration } from './configuration.js';
import { refuseUnlimited } from './refuseUnlimited.js';

/** Refuses, or not, a configuration with these limits. */
const refuse = (policy: object, devnet?: boolean) => (): void =>
  refuseUnlimited(parseConfiguration({ ...input, chains: [{ ...chain, devnet }], policy }));

it.each(['hourMicroUsdMax', 'dayMicroUsdMax', 'recipientMicroUsdMax'])(
  'CB14: a chain that is no devnet does not start without policy.outflows.%s',
  (limit) => {
    expect(refuse({ outflows: { ...limits.outflows, [limit]: undefined } })).toThrow(
      expect.objectContaining({
        code: 'INVALID_CONFIGURATION',
        message: `policy.outflows.${limit}: is missing, and one is no devnet`,
        hint: expect.stringContaining(`policy.outflows.${limit}`) as string,
      }),
    );
  },
);

it('CB14: with all three it starts, and a devnet starts without', () => {
  expect(refuse(limits)).not.toThrow();
  expect(refuse({}, true)).not.toThrow();
});
