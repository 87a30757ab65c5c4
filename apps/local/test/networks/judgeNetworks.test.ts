import { describe, expect, it } from 'vitest';
import { judgeCase, printNetworks } from './judgeNetworks.js';
import type { NetworkCase } from './networkCase.js';
import { networkCases } from './networkCases.js';
import type { CaseReport } from './runCase.js';

const found: NetworkCase = {
  name: 'tip',
  rule: 'a floor',
  source: 'https://example.com/page',
  rules: () => ({}),
  ends: 'fill',
};
const filled: CaseReport = {
  ended: 'success',
  blocks: 2,
  isPhantom: false,
  refusals: 1,
  calls: 9,
  logged: ['an endpoint takes fewer calls at once: three'],
  seconds: 5,
};

describe('judgeCase', () => {
  it.each([
    ['a fill within two blocks', found, filled],
    [
      'a refund where a refusal is due',
      { ...found, ends: 'refusal' },
      { ...filled, ended: 'refund' },
    ],
    [
      'a code where a refusal is due',
      { ...found, ends: 'refusal' },
      { ...filled, ended: 'CHAIN_DISABLED' },
    ],
    ['words that are in the log', { ...found, logged: 'fewer calls' }, filled],
  ] as const)('H15: takes %s', (_, each, report) => {
    const judged = judgeCase(each, report);
    expect(judged.faults).toEqual([]);
    expect(printNetworks([judged])).toMatch(/\nok\n$/);
  });

  it.each([
    ['a third block', found, { ...filled, blocks: 3 }, 'The fill took 3 blocks.'],
    ['a refund in place of a fill', found, { ...filled, ended: 'refund' }, 'in place of a fill'],
    ['a fill without a block', found, { ...filled, blocks: null }, 'is not known'],
    ['a payout that no node had', found, { ...filled, isPhantom: true }, 'before a node had it'],
    ['a rule that is not learned', { ...found, refusalsMax: 0 }, filled, 'refused 1 times'],
    ['words that are not in the log', { ...found, logged: 'key' }, filled, 'does not say: key'],
    ['a fill in place of a refusal', { ...found, ends: 'refusal' }, filled, 'named refusal'],
    [
      'a refusal without a name',
      { ...found, ends: 'refusal' },
      { ...filled, ended: 'fetch failed' },
      'named refusal',
    ],
  ] as const)('H15: finds %s', (_, each, report, fault) => {
    const judged = judgeCase(each, report);
    expect(judged.faults).toEqual([expect.stringContaining(fault)]);
    expect(printNetworks([judged])).toContain('FAILED: 1 of 1 cases');
  });
});

describe('networkCases', () => {
  it('H15: has thirty cases and more, each with a name of its own and a public page', () => {
    expect(networkCases.length).toBeGreaterThanOrEqual(30);
    expect(new Set(networkCases.map(({ name }) => name)).size).toBe(networkCases.length);
    for (const { source } of networkCases) expect(source).toMatch(/^https:\/\/\S+$/);
  });
});
