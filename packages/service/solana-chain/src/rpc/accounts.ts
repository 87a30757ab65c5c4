import { Buffer } from 'node:buffer';
import { readList, readObject, type RpcRequest } from '@portage/chain-kit';
import { readInteger, readText, readValue } from './parse.js';

/** State of an account, as a node answers it. */
export interface AccountState {
  readonly lamports: bigint;
  readonly owner: string;
  readonly executable: boolean;
  readonly data: Uint8Array;
}

/** Block whose state is asked for. */
export interface AccountsOptions {
  /** A slot that it has at least; nodes that have not reached it refuse. */
  readonly minContextSlot?: number | undefined;
  /** Whether it is the newest that can no longer change. */
  readonly isFinal?: boolean | undefined;
  /** Whether it is the newest of all, which may still change: what a simulation starts from. */
  readonly isNewest?: boolean | undefined;
  /** The most bytes of each account that are sent; all of them by default. */
  readonly bytesMax?: number | undefined;
}

/** Request for the state of up to a hundred accounts, all of one block. */
export function accountsRequest(
  accounts: readonly string[],
  { minContextSlot, isFinal = false, isNewest = false, bytesMax }: AccountsOptions = {},
): RpcRequest {
  const options = {
    commitment: isNewest ? 'processed' : isFinal ? 'finalized' : 'confirmed',
    encoding: 'base64',
    ...(minContextSlot === undefined ? {} : { minContextSlot }),
    ...(bytesMax === undefined ? {} : { dataSlice: { offset: 0, length: bytesMax } }),
  };
  return { method: 'getMultipleAccounts', params: [accounts, options] };
}

/**
 * Accounts that a node answered to {@link accountsRequest}; undefined for an account that does not
 * exist.
 *
 * @throws PortageError `RPC_HTTP_ERROR`
 */
export function readAccounts(result: unknown): readonly (AccountState | undefined)[] {
  return readAccountList(readValue(result, 'accounts'));
}

/** As {@link readAccounts}, of the list alone. @throws PortageError `RPC_HTTP_ERROR` */
export function readAccountList(list: unknown): readonly (AccountState | undefined)[] {
  return readList(list, 'accounts').map((value) => {
    if (value === null) return undefined;
    const { lamports, owner, executable, data } = readObject(value, 'account');
    const [text] = readList(data, 'account');
    return {
      lamports: BigInt(readInteger(lamports, 'balance')),
      owner: readText(owner, 'account'),
      executable: executable === true,
      data: Buffer.from(readText(text, 'account'), 'base64'),
    };
  });
}
