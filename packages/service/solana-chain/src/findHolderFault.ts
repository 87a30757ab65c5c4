import { PortageError } from '@portage/core';
import { programs } from '@portage/solana/program';
import type { AccountState } from './rpc/accounts.js';

/** Programs whose accounts have no signer. */
const keepers: ReadonlyMap<string, string> = new Map([
  [programs.token, 'an account of the token program'],
  [programs.token2022, 'an account of the token program'],
  ['Sysvar1111111111111111111111111111111111111', 'a variable of the cluster'],
  ['NativeLoader1111111111111111111111111111111', 'a program'],
  ['BPFLoader1111111111111111111111111111111111', 'a program'],
  ['BPFLoader2111111111111111111111111111111111', 'a program'],
  ['BPFLoaderUpgradeab1e11111111111111111111111', 'a program or its code'],
  ['LoaderV411111111111111111111111111111111111', 'a program'],
  ['Config1111111111111111111111111111111111111', 'a configuration of the cluster'],
  ['Feature111111111111111111111111111111111111', 'a switch of the cluster'],
  ['AddressLookupTab1e1111111111111111111111111', 'a table of addresses'],
  ['Stake11111111111111111111111111111111111111', 'an account of the stake program'],
  ['Vote111111111111111111111111111111111111111', 'an account of the vote program'],
]);

/**
 * Reason for which an account could not move what it was paid; undefined for accounts of people,
 * those that do not exist yet among them. Pure.
 */
export function findHolderFault(
  address: string,
  account: AccountState | undefined,
  ownPrograms: readonly string[],
): PortageError | undefined {
  if (account === undefined) return undefined;
  const kind = account.executable
    ? 'a program'
    : ownPrograms.includes(account.owner)
      ? 'an account of the service'
      : keepers.get(account.owner);
  return kind === undefined
    ? undefined
    : new PortageError('INVALID_RECIPIENT', {
        message: `${address} is ${kind}, which cannot move what it would be paid.`,
        hint: 'Name the account of a person: its token account is found from it.',
      });
}
