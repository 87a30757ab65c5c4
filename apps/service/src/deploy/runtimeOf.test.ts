import { runtimeCodes } from '@portage/contracts/verification';
import { getAddress, hexToBytes, bytesToHex, type Hex } from 'viem';
import { expect, test } from 'vitest';
import type { ContractName } from './contractSet.js';
import { compareCode, immutableValues } from './runtimeOf.js';

const address = (digit: number): Hex => getAddress(`0x${String(digit).repeat(40)}`);
const created = {
  Depository: address(1),
  Filler: address(2),
  Router: address(3),
  DepositAddresses: address(4),
};
const values = immutableValues({
  chainId: 8_453,
  created,
  depository: { reclaimDelay: 345_600n, defaultLimit: { capacity: 0n, window: 86_400 } },
});
const names = Object.keys(runtimeCodes) as readonly ContractName[];

/** Code as a chain has it. */
function codeOf(name: ContractName): Uint8Array {
  const { code, immutables } = runtimeCodes[name]!;
  const bytes = hexToBytes(code);
  for (const { name: immutable, places } of immutables)
    for (const { start } of places) bytes.set(hexToBytes(values[name][immutable]!), start);
  return bytes;
}

test.each(names)('%s is compared byte by byte', (name) => {
  const code = codeOf(name);
  expect(compareCode(name, bytesToHex(code), values)).toEqual([]);
  const last = code.length - 1;
  code[last] = code[last]! ^ 1;
  expect(compareCode(name, bytesToHex(code), values)).toEqual([
    expect.stringContaining(`byte ${String(last)} of the code is`),
  ]);
  expect(compareCode(name, bytesToHex(code.slice(1)), values)).toEqual([
    expect.stringContaining(`the code has ${String(last)} bytes`),
  ]);
  expect(compareCode(name, undefined, values)).toEqual(['there is no code']);
});

const immutables = names.flatMap((name) =>
  runtimeCodes[name]!.immutables.flatMap(({ name: immutable, places }) =>
    places.map(({ start }) => [name, immutable, start] as const),
  ),
);

test.each(immutables)('a wrong %s.%s at %i is named', (name, immutable, start) => {
  const code = codeOf(name);
  code[start + 31] = code[start + 31]! ^ 1;
  expect(compareCode(name, bytesToHex(code), values)).toEqual([
    expect.stringContaining(`the immutable ${immutable} is 0x`),
  ]);
});
