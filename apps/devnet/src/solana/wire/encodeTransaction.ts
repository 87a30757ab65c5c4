import { base58 } from '@scure/base';
import type { Keypair } from '../keys/openKeyring.js';

/** Account of an instruction with its rights. */
export interface AccountMeta {
  readonly address: string;
  readonly signer?: boolean;
  readonly writable?: boolean;
}

/** Instruction before it is part of a transaction. */
export interface Instruction {
  readonly program: string;
  readonly accounts: readonly AccountMeta[];
  readonly data: Uint8Array;
}

/** Creates a signed legacy transaction of one signer. */
export function encodeTransaction(
  payer: Keypair,
  instructions: readonly Instruction[],
  blockhash: string,
): Uint8Array {
  const writable = new Set([payer.address]);
  const all = new Set([payer.address]);
  for (const { accounts } of instructions)
    for (const account of accounts) if (account.writable === true) writable.add(account.address);
  for (const address of writable) all.add(address);
  for (const { program, accounts } of instructions)
    for (const { address } of [...accounts, { address: program }]) all.add(address);
  const keys = [...all];
  const at = (address: string): number => keys.indexOf(address);
  const message = Buffer.concat([
    Buffer.from([1, 0, keys.length - writable.size, keys.length]),
    ...keys.map((key) => base58.decode(key)),
    base58.decode(blockhash),
    Buffer.from([instructions.length]),
    ...instructions.map(({ program, accounts, data }) =>
      Buffer.from([
        at(program),
        accounts.length,
        ...accounts.map(({ address }) => at(address)),
        ...compactLength(data.length),
        ...data,
      ]),
    ),
  ]);
  return Buffer.concat([Buffer.from([1]), payer.sign(message), message]);
}

/** Seven bits a byte, the lowest first; the highest bit says that another byte follows. */
function compactLength(length: number): readonly number[] {
  return length < 0x80 ? [length] : [(length & 0x7f) | 0x80, ...compactLength(length >> 7)];
}
