import { solanaCodec } from '../codec.js';
import { encodeBase58 } from './base58.js';
import { readInstructionCall } from './instructionCall.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';

const address = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(encodeBase58);
const instruction = fc.record({
  programId: address,
  keys: fc.array(fc.record({ pubkey: address, isSigner: fc.boolean(), isWritable: fc.boolean() }), {
    maxLength: 5,
  }),
  data: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('hex')),
});

it('an instruction is read as it was asked for, out of the order', () => {
  fc.assert(
    fc.property(instruction, (asked) => {
      const call = solanaCodec.instructionCall!(asked);
      const stored = solanaCodec.decodeCall!(solanaCodec.encodeCall!(call));
      expect(stored).toEqual(call);
      const { data, ...read } = readInstructionCall(stored);
      expect({ ...read, data: Buffer.from(data).toString('hex') }).toEqual(asked);
    }),
  );
});

const to = encodeBase58(new Uint8Array(32).fill(7));

it.each([
  ['no bytes', { to, value: 0n, data: '0x' }],
  ['half a byte', { to, value: 0n, data: '0x0' }],
  ['an account that is cut short', { to, value: 0n, data: `0x01${'07'.repeat(32)}` }],
  ['a power that there is not', { to, value: 0n, data: `0x01${'07'.repeat(32)}04` }],
  ['a value', { to, value: 1n, data: '0x00' }],
])('a call with %s is no instruction', (_, call) => {
  expect(() => readInstructionCall(call)).toThrow(
    expect.objectContaining({ code: 'INVALID_EXTRA_TXS' }),
  );
});

it.each([
  ['less than a program and a value', `0x${'07'.repeat(47)}`],
  ['half a byte', `0x${'07'.repeat(48)}0`],
  ['no hex', `0x${'0g'.repeat(48)}`],
])('%s in an order is no call', (_, encoded) => {
  expect(() => solanaCodec.decodeCall!(encoded)).toThrow(
    expect.objectContaining({ code: 'INVALID_EXTRA_TXS' }),
  );
});
