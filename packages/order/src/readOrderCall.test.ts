import { describe, expect, it } from 'vitest';
import { readOrderCall } from './readOrderCall.js';

const call = { to: '0xb0b', value: '7', data: '0x12' };
const instruction = { programId: 'program', keys: [], data: '0x' };
const read = { to: 'program', value: 0n, data: '0x34' };
const evm = { vm: 'evm' };
const solana = { vm: 'svm', instructionCall: () => read };

describe('a member of txs', () => {
  it('is a call where the chain has no instructions', () => {
    expect(readOrderCall(call, evm, 'txs.0')).toEqual({ to: '0xb0b', value: 7n, data: '0x12' });
  });

  it('is what the codec makes of an instruction', () => {
    expect(readOrderCall(instruction, solana, 'txs.0')).toBe(read);
  });

  it.each([
    ['an instruction', instruction, evm, 'is an instruction of Solana', 'evm'],
    ['a call', call, solana, 'is no instruction', 'svm'],
  ] as const)('is refused where it is %s for another family', (_, tx, codec, fault, vm) => {
    expect(() => readOrderCall(tx, codec, 'txs.1')).toThrow(
      expect.objectContaining({
        code: 'INVALID_EXTRA_TXS',
        message: expect.stringContaining(
          `${fault}, and the destination is a chain of "${vm}"`,
        ) as unknown,
        hint: expect.stringContaining('programId') as unknown,
      }),
    );
  });
});
