import { failReasons } from '@portage/core';
import { describe, expect, it } from 'vitest';
import { explainReason } from './explainEnd.js';

describe('the reason of an end in words', () => {
  it.each(failReasons)('%s is a sentence, or nothing where there is no reason', (reason) => {
    const words = explainReason(reason);
    if (reason === 'N/A') expect(words).toBe('');
    else expect(words).toMatch(/^[A-Z].*\.$/);
    expect(words).not.toContain('_');
  });

  it.each(['TTL_EXPIRED', 'SLIPPAGE', 'DEPOSIT_REORGED', 'SOLVER_BALANCE_TOO_LOW'])(
    '%s says what happened, not its code',
    (reason) => {
      expect(explainReason(reason)).not.toContain('Reason:');
    },
  );

  it('without a reason is empty', () => {
    expect(explainReason(undefined)).toBe('');
  });
});
