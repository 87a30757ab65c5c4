import { isObject, readList, readObject } from '@portage/chain-kit';
import { readText } from '../rpc/parse.js';

/**
 * Accounts of a transaction by their places: those of its message, then those that lookup tables
 * add. @throws PortageError `RPC_HTTP_ERROR`
 */
export function readKeys(
  message: unknown,
  meta: Readonly<Record<string, unknown>>,
): readonly string[] {
  const { accountKeys } = readObject(message, 'message');
  const loaded = isObject(meta['loadedAddresses'])
    ? meta['loadedAddresses']
    : { writable: [], readonly: [] };
  return [accountKeys, loaded['writable'], loaded['readonly']].flatMap((list) =>
    readList(list, 'list of accounts').map((key) => readText(key, 'account')),
  );
}
