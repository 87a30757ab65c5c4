import { createChains } from '@portage/core/chain';
import { createFakeChain } from '@portage/testing';
import { expect, test } from 'vitest';
import { input } from '../../test/smallConfiguration.js';
import { parseConfiguration } from './configuration.js';
import { policyOf } from './policies.js';

const chains = createChains([createFakeChain({ id: 7, slug: 'seven' }).chain]);
const read = (policy: object) => policyOf(parseConfiguration({ ...input, policy }), chains);

test.each([
  ['capacityPerCurrencyMicroUsd', (names: object) => ({ capacityPerCurrencyMicroUsd: names })],
  ['rebalancing.targetsMicroUsd', (names: object) => ({ rebalancing: { targetsMicroUsd: names } })],
])(
  'W16: policy.%s is by currencies that a chain has, so that no limit is lost by its spelling',
  (place, of) => {
    expect(() => read(of({ 'seven:eth': '1' }))).not.toThrow();
    for (const stray of ['seven:ethh', 'Seven:eth', '7:eth', 'eight:eth'])
      expect(() => read(of({ 'seven:eth': '1', [stray]: '1' }))).toThrow(
        expect.objectContaining({
          code: 'INVALID_CONFIGURATION',
          message: expect.stringContaining(`policy.${place}.${stray}`) as string,
          hint: expect.stringContaining('"seven:eth"') as string,
        }) as Error,
      );
  },
);
