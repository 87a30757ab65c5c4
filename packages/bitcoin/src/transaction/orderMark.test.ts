import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locks, networkNames, orderIds } from '../../test/arbitraries.js';
import { formatAddress } from '../address/address.js';
import { lockScript } from '../address/scriptKind.js';
import { addressOf, orderMarkScript, readOrderMark, scriptOf, type OrderMark } from './index.js';

const networks = fc.constantFrom(...networkNames);
const opReturn = 0x6a;

describe('any mark', () => {
  it('with or without a depositor is read back in both forms', () => {
    const depositors = fc.option(locks, { nil: undefined });
    fc.assert(
      fc.property(orderIds, depositors, networks, (orderId, lock, network) => {
        const mark: OrderMark = {
          orderIds: [orderId],
          ...(lock === undefined ? {} : { depositor: formatAddress(lock, network) }),
        };
        for (const form of ['text', 'compact'] as const)
          expect(readOrderMark(orderMarkScript(mark, form, network), network)).toEqual(mark);
      }),
    );
  });

  it('of several fills is read back, and of its length there is no other', () => {
    const batches = fc.array(orderIds, { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(batches, networks, (ids, network) => {
        const script = orderMarkScript({ orderIds: ids }, 'compact', network);
        expect(readOrderMark(script, network)).toEqual({ orderIds: ids });
      }),
    );
  });

  it('of the compact form fits the data that old policies relay', () => {
    fc.assert(
      fc.property(orderIds, locks, (orderId, lock) => {
        const mark = { orderIds: [orderId], depositor: formatAddress(lock, 'mainnet') };
        expect(orderMarkScript(mark, 'compact', 'mainnet').length).toBeLessThanOrEqual(83);
      }),
    );
  });

  it('with more bytes behind it, or one too few, is none', () => {
    const id = fc.uint8Array({ minLength: 32, maxLength: 32 });
    const further = fc.oneof(id, fc.uint8Array({ minLength: 1, maxLength: 100 }));
    fc.assert(
      fc.property(orderIds, further, (orderId, bytes) => {
        for (const form of ['text', 'compact'] as const) {
          const script = orderMarkScript({ orderIds: [orderId] }, form, 'mainnet');
          expect(readOrderMark(Uint8Array.from([...script, ...bytes]), 'mainnet')).toBeUndefined();
          expect(readOrderMark(script.slice(0, -1), 'mainnet')).toBeUndefined();
        }
      }),
    );
  });
});

it('any script is a mark that can be written again, or none', () => {
  const data = fc.uint8Array({ maxLength: 300 });
  fc.assert(
    fc.property(data, fc.boolean(), networks, (bytes, isData, network) => {
      const { length } = bytes;
      const push =
        length < 0x4c ? [length] : length < 256 ? [0x4c, length] : [0x4d, length - 256, 1];
      const script = isData ? Uint8Array.from([opReturn, ...push, ...bytes]) : bytes;
      const mark = readOrderMark(script, network);
      if (mark === undefined) return;
      expect(readOrderMark(orderMarkScript(mark, 'compact', network), network)).toEqual(mark);
    }),
    { numRuns: 1_000 },
  );
});

it('any address has a script, and the script that address', () => {
  fc.assert(
    fc.property(locks, networks, (lock, network) => {
      const script = lockScript(lock);
      const address = formatAddress(lock, network);
      expect(addressOf(script, network)).toBe(address);
      expect(scriptOf(address, network)).toEqual(script);
      expect(readOrderMark(script, network)).toBeUndefined();
    }),
  );
});
