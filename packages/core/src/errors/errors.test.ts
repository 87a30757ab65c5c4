import { describe, expect, expectTypeOf, it } from 'vitest';
import { describeError } from './describeError.js';
import { errorCodes } from './errorCodes.js';
import { PortageError, isPortageError } from './portageError.js';
import { requestFault } from './requestFault.js';
import { standardError } from './standardError.js';

describe('requestFault', () => {
  it('names the member in the message and in the details', () => {
    expect(requestFault('txs.0.to', 'is no contract')).toMatchObject({
      code: 'INVALID_REQUEST',
      message: 'txs.0.to: is no contract',
      details: [{ path: 'txs.0.to', message: 'is no contract' }],
    });
  });

  it('takes a code, a whole sentence, a hint and a context', () => {
    const fault = requestFault('amount', 'is too small', {
      code: 'AMOUNT_TOO_LOW',
      message: 'The amount is too small.',
      hint: 'Send more.',
      context: { minimumAmount: '2' },
    });
    expect(fault).toMatchObject({
      code: 'AMOUNT_TOO_LOW',
      message: 'The amount is too small.',
      hint: 'Send more.',
      context: { minimumAmount: '2' },
      details: [{ path: 'amount', message: 'is too small' }],
    });
  });
});

describe('describeError', () => {
  it('gives the message of an error and the text of anything else', () => {
    expect(describeError(new Error('No.'))).toBe('No.');
    expect(describeError('No.')).toBe('No.');
    expect(describeError(undefined)).toBe('undefined');
  });
});

describe('context', () => {
  it('has the members of its code', () => {
    const error: unknown = new PortageError('WRONG_CHAIN', { context: { chainId: 10 } });
    if (!isPortageError(error, 'WRONG_CHAIN')) throw error;
    expectTypeOf(error.context.chainId).toEqualTypeOf<number | undefined>();
    expect(error.context.chainId).toBe(10);
    // @ts-expect-error a chain has no name here
    new PortageError('WRONG_CHAIN', { context: { chain: 'base' } });
  });
});

describe('codes that are kept for clients', () => {
  it.each([
    ['USER_RECIPIENT_MISMATCH', 400, false],
    ['NO_INTERNAL_SWAP_ROUTES_FOUND', 400, true],
    ['UNSUPPORTED_TRADE_TYPE', 400, false],
    ['DESTINATION_TX_FAILED', 400, false],
  ] as const)('%s can be read', (code, status, retryable) => {
    expect(standardError(code)).toMatchObject({ code, retryable });
    expect(errorCodes[code].status).toBe(status);
  });
});
