import { base64 } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { concatBytes } from '../transaction/bytes.js';
import { defineLayout, field } from './layout.js';
import { readProgramEvents } from './programEvents.js';
import { programs } from './programs.js';

const ours = 'PortageDepository11111111111111111111111111';
const theirs = 'AttackerProgram1111111111111111111111111111';
const layout = defineLayout('event:DepositEvent', {
  depositor: field.address,
  currency: field.optionalMint,
  amount: field.u64,
  id: field.bytes32,
});
const paid = {
  depositor: programs.ed25519,
  currency: programs.system,
  amount: 5n,
  id: `0x${'ab'.repeat(32)}`,
};
const data = `Program data: ${base64.encode(layout.encode(paid))}`;
const event = { type: 'deposit', ...paid };

const call = (program: string, depth: number, ...inner: readonly string[]): readonly string[] => [
  `Program ${program} invoke [${depth}]`,
  ...inner,
  `Program ${program} success`,
];

describe('readProgramEvents', () => {
  it('reads what the program itself wrote, before and after its calls, called or not', () => {
    const logs = [
      ...call(ours, 1, data, ...call(programs.system, 2), data),
      ...call(theirs, 1, ...call(ours, 2, data)),
    ];
    expect(readProgramEvents(logs, ours)).toEqual({
      events: [event, event, event],
      truncated: false,
    });
  });

  it('passes over what others wrote, before, within, after and between', () => {
    const logs = [
      data,
      ...call(theirs, 1, data, ...call(ours, 2, ...call(theirs, 3, data)), data),
      data,
      ...call(theirs, 1, data),
    ];
    expect(readProgramEvents(logs, ours).events).toEqual([]);
  });

  it('is not led astray by texts that look like the runtime', () => {
    const lies = [
      `Program log: Program ${ours} invoke [1]`,
      `Program log: x\nProgram ${ours} invoke [1]`,
      `Program log: Program ${theirs} success`,
      `Program ${ours} success`,
    ];
    expect(
      readProgramEvents(call(theirs, 1, ...lies.flatMap((lie) => [lie, data])), ours).events,
    ).toEqual([]);
  });

  it('goes on after a call that failed', () => {
    const logs = [
      `Program ${ours} invoke [1]`,
      `Program ${theirs} invoke [2]`,
      data,
      `Program ${theirs} failed: custom program error: 0x1`,
      data,
      `Program ${ours} success`,
    ];
    expect(readProgramEvents(logs, ours).events).toEqual([event]);
  });

  it('takes whole events only', () => {
    const bytes = layout.encode(paid);
    const broken = [
      bytes.subarray(1),
      bytes.subarray(0, -1),
      concatBytes([bytes, Uint8Array.of(0)]),
      new Uint8Array(),
    ].map((piece) => `Program data: ${base64.encode(piece)}`);
    const pieces = `Program data: ${base64.encode(bytes.subarray(0, 9))} ${base64.encode(bytes.subarray(9))}`;
    expect(
      readProgramEvents(
        call(ours, 1, ...broken, pieces, 'Program data: ?', 'Program data: ='),
        ours,
      ).events,
    ).toEqual([]);
  });

  it('says that a log was cut off', () => {
    expect(readProgramEvents([`Program ${ours} invoke [1]`, 'Log truncated'], ours)).toEqual({
      events: [],
      truncated: true,
    });
  });
});
