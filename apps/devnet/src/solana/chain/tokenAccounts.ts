import { base58 } from '@scure/base';
import { isTokenProgram } from '../wire/programs.js';
import type { AccountState } from './createBank.js';

/** Token account, with the members that balances need. */
export interface TokenAccount {
  readonly mint: string;
  readonly owner: string;
  readonly amount: bigint;
  readonly delegate: string | undefined;
  readonly delegatedAmount: bigint;
  readonly state: 'initialized' | 'frozen';
  /** Rent part of the lamports, for wrapped SOL. */
  readonly nativeReserve: bigint | undefined;
  readonly closeAuthority: string | undefined;
}

/** Mint of a token, with the members that balances need. */
export interface Mint {
  readonly supply: bigint;
  readonly decimals: number;
  readonly mintAuthority: string | undefined;
  readonly freezeAuthority: string | undefined;
}

const tokenAccountBytes = 165;
const mintBytes = 82;
/** Offset at which Token-2022 marks an account with extensions as a token account or a mint. */
const kindOffset = 165;

/** Reads a token account of either token program; undefined if the account is none. */
export function readTokenAccount(account: AccountState | undefined): TokenAccount | undefined {
  if (account === undefined || !isKind(account, tokenAccountBytes, 2)) return undefined;
  const data = Buffer.from(account.data.buffer, account.data.byteOffset, account.data.byteLength);
  if (data[108] === 0) return undefined;
  return {
    mint: base58.encode(data.subarray(0, 32)),
    owner: base58.encode(data.subarray(32, 64)),
    amount: data.readBigUInt64LE(64),
    delegate: optionalKey(data, 72),
    delegatedAmount: data.readBigUInt64LE(121),
    state: data[108] === 2 ? 'frozen' : 'initialized',
    nativeReserve: data.readUInt32LE(109) === 1 ? data.readBigUInt64LE(113) : undefined,
    closeAuthority: optionalKey(data, 129),
  };
}

/** Reads a mint of either token program; undefined if the account is none. */
export function readMint(account: AccountState | undefined): Mint | undefined {
  if (account === undefined || !isKind(account, mintBytes, 1)) return undefined;
  const data = Buffer.from(account.data.buffer, account.data.byteOffset, account.data.byteLength);
  if (data[45] !== 1) return undefined;
  return {
    mintAuthority: optionalKey(data, 0),
    supply: data.readBigUInt64LE(36),
    decimals: data.readUInt8(44),
    freezeAuthority: optionalKey(data, 46),
  };
}

function isKind({ owner, data }: AccountState, bytes: number, kind: number): boolean {
  return (
    isTokenProgram(owner) &&
    (data.length === bytes || (data.length > kindOffset && data[kindOffset] === kind))
  );
}

function optionalKey(data: Buffer, offset: number): string | undefined {
  return data.readUInt32LE(offset) === 1
    ? base58.encode(data.subarray(offset + 4, offset + 36))
    : undefined;
}
