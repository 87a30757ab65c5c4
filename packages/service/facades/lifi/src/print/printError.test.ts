import { expect, test } from 'vitest';
import { printError } from './printError.js';

test.each([
  [400, 'INVALID_REQUEST', 400, 1011],
  [400, 'AMOUNT_TOO_LOW', 404, 1002],
  [401, 'UNAUTHORIZED', 401, 1010],
  [404, 'NOT_FOUND', 404, 1003],
  [429, 'RATE_LIMITED', 429, 1005],
  [503, 'PRICE_FETCH_FAILED', 503, 1006],
])('%i %s is %i with code %i', (statusCode, errorCode, printed, code) => {
  const error = { statusCode, errorCode, code: errorCode, message: 'No.', hint: 'Do that.' };
  expect(printError(error)).toEqual({
    statusCode: printed,
    body: { message: 'No. Do that.', code, errorCode },
  });
});
