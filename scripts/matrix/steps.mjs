const vitest = 'node_modules/vitest/vitest.mjs';

/** Three transfers that touch every family but Bitcoin's wallet. */
const demonstrations = ['bridge-usdc-optimism-base', 'solana-sol-to-eth', 'exchange-deposit'];

/** What runs on each version of Node: words of its program, and how long that takes about. */
export const steps = {
  unit: { what: 'unit tests', minutes: 8, words: [vitest, 'run', '--project', 'unit'] },
  system: {
    what: 'one test of a whole system',
    minutes: 2,
    words: [vitest, 'run', '--project', 'node-system', 'apps/service/test/service.node.test.ts'],
  },
  demonstrations: {
    what: `demonstrations: ${demonstrations.join(', ')}`,
    minutes: 2,
    words: ['apps/local/dist/bin.js', '--once', '--only', demonstrations.join(',')],
  },
};
