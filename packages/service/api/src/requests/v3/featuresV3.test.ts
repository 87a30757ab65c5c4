import { expect, test } from 'vitest';
import { featuresV3 } from './featuresV3.js';

type Parameters = globalThis.Parameters<typeof featuresV3>;

/** Features of a request of which nothing else is known than this. */
function features(
  content: Partial<Parameters[0]>,
  data: object = {},
  figures?: Partial<NonNullable<Parameters[2]>>,
): readonly string[] {
  const nothing = { order: undefined, address: undefined, isFastFill: false };
  return featuresV3(
    { ...nothing, ...content },
    { data } as Parameters[1],
    figures as Parameters[2],
  );
}

const order = (executionTerms: object) => ({ order: { executionTerms } }) as never;

test.each<[string, readonly string[], readonly string[]]>([
  ['nothing', features({}), []],
  ['a fast fill', features({ isFastFill: true }), ['fast_fill']],
  ['a permit', features(order({ permit: {} })), ['gasless_execution']],
  [
    'a gasless swap',
    features(order({ gasless: {} }), {}, { operation: 'swap' }),
    ['gasless_execution', 'gasless_swap'],
  ],
  [
    'a gas top-up at a fixed rate',
    features({}, { metadata: { currencyGasTopup: {} } }, { isFixedRate: true }),
    ['gas_top_up', 'fixed_rate'],
  ],
  ['app fees', features({}, { appFees: [{}] }), ['app_fees']],
  ['a deposit address', features({ address: {} as never }), ['deposit_address']],
])('a request with %s has these features (requests#v3-root)', (_, found, wanted) => {
  expect(found).toEqual(wanted);
});
