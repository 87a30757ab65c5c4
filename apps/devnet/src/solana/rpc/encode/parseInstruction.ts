import { base58 } from '@scure/base';
import type { CompiledInstruction } from '../../wire/decodeTransaction.js';
import { isMemoProgram, isTokenProgram, programs } from '../../wire/programs.js';
import { encodeTokenAmount } from './encodeTokenAmount.js';

interface Parsed {
  readonly type: string;
  readonly info: Readonly<Record<string, unknown>>;
}

/**
 * Writes an instruction with its program and accounts by name. Memos, transfers of lamports and
 * tokens, and new associated accounts are parsed. Everything else is data, as a node does with
 * unknown programs.
 */
export function parseInstruction(
  { programIdIndex, accounts, data }: CompiledInstruction,
  keys: readonly string[],
  stackHeight: number | null,
): unknown {
  const programId = keys[programIdIndex] ?? '';
  const named = accounts.map((index) => keys[index] ?? '');
  if (isMemoProgram(programId))
    return {
      program: 'spl-memo',
      programId,
      parsed: Buffer.from(data).toString('utf8'),
      stackHeight,
    };
  const bytes = Buffer.from(data);
  if (programId === programs.system) {
    const parsed = parseSystem(bytes, named);
    if (parsed !== undefined) return { program: 'system', programId, parsed, stackHeight };
  }
  if (isTokenProgram(programId)) {
    const parsed = parseToken(bytes, named);
    if (parsed !== undefined)
      return {
        program: programId === programs.token ? 'spl-token' : 'spl-token-2022',
        programId,
        parsed,
        stackHeight,
      };
  }
  if (programId === programs.associatedToken && named.length >= 6 && (bytes[0] ?? 0) <= 1)
    return {
      program: 'spl-associated-token-account',
      programId,
      parsed: parseAssociated(bytes, named),
      stackHeight,
    };
  return { programId, accounts: named, data: base58.encode(data), stackHeight };
}

function parseSystem(data: Buffer, [first, second]: readonly string[]): Parsed | undefined {
  if (data.length < 4) return undefined;
  const kind = data.readUInt32LE(0);
  if (kind === 2 && data.length === 12)
    return {
      type: 'transfer',
      info: { source: first, destination: second, lamports: Number(data.readBigUInt64LE(4)) },
    };
  if (kind === 0 && data.length === 52) {
    const info = {
      source: first,
      newAccount: second,
      lamports: Number(data.readBigUInt64LE(4)),
      space: Number(data.readBigUInt64LE(12)),
      owner: base58.encode(data.subarray(20, 52)),
    };
    return { type: 'createAccount', info };
  }
  return undefined;
}

function parseToken(data: Buffer, accounts: readonly string[]): Parsed | undefined {
  const [first, second, third, fourth] = accounts;
  const amount = data.length >= 9 ? data.readBigUInt64LE(1) : undefined;
  if (data[0] === 3 && amount !== undefined)
    return {
      type: 'transfer',
      info: {
        source: first,
        destination: second,
        ...authority('authority', accounts, 2),
        amount: amount.toString(),
      },
    };
  if (data[0] === 7 && amount !== undefined)
    return {
      type: 'mintTo',
      info: {
        mint: first,
        account: second,
        ...authority('mintAuthority', accounts, 2),
        amount: amount.toString(),
      },
    };
  if (data[0] === 8 && amount !== undefined)
    return {
      type: 'burn',
      info: {
        account: first,
        mint: second,
        ...authority('authority', accounts, 2),
        amount: amount.toString(),
      },
    };
  if (data[0] === 12 && amount !== undefined && data.length === 10 && fourth !== undefined) {
    return {
      type: 'transferChecked',
      info: {
        source: first,
        mint: second,
        destination: third,
        ...authority('authority', accounts, 3),
        tokenAmount: encodeTokenAmount(amount, data.readUInt8(9)),
      },
    };
  }
  if (data[0] === 9)
    return {
      type: 'closeAccount',
      info: { account: first, destination: second, ...authority('owner', accounts, 2) },
    };
  if (data[0] === 17) return { type: 'syncNative', info: { account: first } };
  return undefined;
}

/** A single key signs by itself; the signers of a multisignature account follow it. */
function authority(
  name: string,
  accounts: readonly string[],
  index: number,
): Readonly<Record<string, unknown>> {
  if (accounts.length === index + 1) return { [name]: accounts[index] };
  return {
    [`multisig${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`]: accounts[index],
    signers: accounts.slice(index + 1),
  };
}

function parseAssociated(
  data: Buffer,
  [source, account, wallet, mint, systemProgram, tokenProgram]: readonly string[],
): Parsed {
  return {
    type: data[0] === 1 ? 'createIdempotent' : 'create',
    info: { source, account, wallet, mint, systemProgram, tokenProgram },
  };
}
