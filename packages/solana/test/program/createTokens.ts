import { solanaCodec } from '../../src/codec.js';
import { associatedTokenAddress, programs } from '../../src/program/index.js';
import type { Cluster } from './createCluster.js';

/** An extension of a mint: its type and its value, as Token-2022 stores them. */
export interface Extension {
  readonly type: number;
  readonly value: Uint8Array;
}

/** A mint and the accounts that hold it, written as the token programs would have. */
export interface Token {
  readonly mint: string;
  readonly tokenProgram: string;
  addressOf(owner: string): string;
  /** Makes the owner's associated account, with that much in it. */
  hold(
    owner: string,
    amount: bigint,
    options?: {
      readonly address?: string;
      readonly frozen?: boolean;
      readonly storedOwner?: string;
    },
  ): string;
  /** Balance of an owner's associated account. */
  balance(owner: string): bigint;
}

const bytes = (address: string): Uint8Array => solanaCodec.encodeAddress(address);

/** The extensions that accounts of a mint with those extensions must have. */
const accountExtensions: Readonly<Record<number, Extension>> = {
  1: { type: 2, value: new Uint8Array(8) },
};

/** A transfer fee in basis points without a limit, in force since ever. */
export function transferFee(basisPoints: number): Extension {
  const value = new Uint8Array(108);
  const view = new DataView(value.buffer);
  for (const at of [72, 90]) {
    view.setBigUint64(at + 8, 0xffff_ffff_ffff_ffffn, true);
    view.setUint16(at + 16, basisPoints, true);
  }
  return { type: 1, value };
}

/** Puts a mint on the cluster. */
export function createToken(
  cluster: Cluster,
  mint: string,
  options: {
    readonly tokenProgram?: string;
    readonly decimals?: number;
    readonly extensions?: readonly Extension[];
    readonly supply?: bigint;
  } = {},
): Token {
  const {
    tokenProgram = programs.token,
    decimals = 6,
    extensions = [],
    supply = 1n << 60n,
  } = options;
  const data = new Uint8Array(82);
  new DataView(data.buffer).setBigUint64(36, supply, true);
  data[44] = decimals;
  data[45] = 1;
  cluster.setAccount(
    mint,
    tokenProgram,
    extensions.length === 0 ? data : extend(data, 1, extensions),
  );
  const addressOf = (owner: string): string =>
    associatedTokenAddress({ owner, mint, tokenProgram });
  return {
    mint,
    tokenProgram,
    addressOf,
    hold: (
      owner,
      amount,
      { address = addressOf(owner), frozen = false, storedOwner = owner } = {},
    ) => {
      const account = new Uint8Array(165);
      account.set(bytes(mint), 0);
      account.set(bytes(storedOwner), 32);
      new DataView(account.buffer).setBigUint64(64, amount, true);
      account[108] = frozen ? 2 : 1;
      const needed = extensions.flatMap(({ type }) => accountExtensions[type] ?? []);
      cluster.setAccount(
        address,
        tokenProgram,
        extensions.length === 0 ? account : extend(account, 2, needed),
      );
      return address;
    },
    balance: (owner) => {
      const account = cluster.data(addressOf(owner));
      return account === undefined
        ? 0n
        : new DataView(account.buffer, account.byteOffset).getBigUint64(64, true);
    },
  };
}

function extend(base: Uint8Array, kind: number, extensions: readonly Extension[]): Uint8Array {
  const length = extensions.reduce((sum, { value }) => sum + 4 + value.length, 166);
  const data = new Uint8Array(length);
  data.set(base);
  data[165] = kind;
  let at = 166;
  for (const { type, value } of extensions) {
    new DataView(data.buffer).setUint16(at, type, true);
    new DataView(data.buffer).setUint16(at + 2, value.length, true);
    data.set(value, at + 4);
    at += 4 + value.length;
  }
  return data;
}
