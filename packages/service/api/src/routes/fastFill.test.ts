import { requestFault } from '@portage/core';
import { expect, it } from 'vitest';
import { fastFill } from './fastFill.js';

it('S12: what is no demand is said before what a key may', async () => {
  const handler = fastFill({ fastFills: {} } as never);
  const call = {
    request: { caller: { apiKeyId: 'key_1', rights: [] } },
    read: () => {
      throw requestFault('requestId', 'is missing');
    },
  };
  await expect(handler(call as never, {} as never)).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    details: [{ path: 'requestId' }],
  });
  const demand = { ...call, read: () => ({ requestId: `0x${'11'.repeat(32)}` }) };
  await expect(handler(demand as never, {} as never)).rejects.toMatchObject({ code: 'FORBIDDEN' });
});
