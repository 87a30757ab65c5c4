import { alteredTransaction } from '@portage/core/executor';
import { PortageError } from '@portage/sdk';
import { describe, expect, it } from 'vitest';
import { explainError } from './explainError.js';

describe('an error in words', () => {
  it('of a wallet says what the wallet said, and then what to do', () => {
    const error = new PortageError('WALLET_ERROR', { message: 'The wallet changed it.' });
    expect(explainError(error)).toEqual({
      title: 'The wallet failed.',
      advice: 'The wallet changed it. Look whether it shows the transaction before you try again.',
      code: 'WALLET_ERROR',
    });
  });

  it('of a quote that was altered names the check that found it', () => {
    const context = { check: 'recipient' };
    const error = new PortageError('QUOTE_VERIFICATION_FAILED', { message: 'x', context });
    expect(explainError(error).code).toBe('QUOTE_VERIFICATION_FAILED: recipient');
    expect(explainError(error).advice).toContain('Nothing was signed and no money moved.');
  });

  it('of a transaction that was altered names both values, the hash, and what to do', () => {
    const told = { member: 'recipient', verified: '0x11', sent: '0x66' };
    const { title, advice } = explainError(alteredTransaction('0xabc', [told]));
    expect(title).toMatch(/^Warning: /);
    for (const part of ['0x11', '0x66', '0xabc', 'Do not pay again', 'contact'])
      expect(advice).toContain(part);
  });

  it('that has no words of its own here shows its sentence and its hint', () => {
    const error = new PortageError('INVALID_ADDRESS', { message: 'No address.', hint: 'Look.' });
    expect(explainError(error)).toMatchObject({ title: 'No address.', advice: 'Look.' });
  });

  it.each([[new Error('odd')], ['odd'], [undefined]])('of any other kind is told: %s', (error) => {
    expect(explainError(error).title).toBe('Something unexpected happened.');
  });
});
