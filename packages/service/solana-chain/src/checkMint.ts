import type { ChainAsset } from '@portage/core/chain';
import type { Wrong } from './checkPrograms.js';
import type { AccountState } from './rpc/accounts.js';
import { readExtensions } from './rpc/extensions.js';
import { tokenPrograms, type TokenProgramName } from './rpc/tokenPrograms.js';

const mintBytes = 82;
const decimalsPlace = 44;

/** Numbers of the types of extensions that mints have, by the names that Token-2022 gives them. */
const extensionNames: ReadonlyMap<number, string> = new Map([
  [1, 'TransferFeeConfig'],
  [3, 'MintCloseAuthority'],
  [4, 'ConfidentialTransferMint'],
  [6, 'DefaultAccountState'],
  [9, 'NonTransferable'],
  [10, 'InterestBearingConfig'],
  [12, 'PermanentDelegate'],
  [14, 'TransferHook'],
  [16, 'ConfidentialTransferFeeConfig'],
  [18, 'MetadataPointer'],
  [19, 'TokenMetadata'],
  [20, 'GroupPointer'],
  [21, 'TokenGroup'],
  [22, 'GroupMemberPointer'],
  [23, 'TokenGroupMember'],
  [24, 'ConfidentialMintBurn'],
  [25, 'ScaledUiAmount'],
  [26, 'Pausable'],
]);

/** Extensions that only describe a token: what is transferred arrives, and stays where it is. */
const harmless: ReadonlySet<number> = new Set([10, 18, 19, 20, 21, 22, 23]);

/** Reasons for which a mint with an extension is not listed. */
const reasons: ReadonlyMap<number, string> = new Map([
  [1, 'a part of each transfer is kept, so that recipients would get less than was quoted'],
  [3, 'the mint can be closed and made anew with other rules'],
  [4, 'amounts and balances may be hidden'],
  [6, 'new accounts are frozen until the issuer thaws them'],
  [9, 'nobody can transfer it'],
  [12, 'a delegate may take it out of every account, the vault among them'],
  [14, 'a program of the issuer may refuse each transfer'],
  [16, 'amounts may be hidden, and a part of each transfer is kept'],
  [24, 'amounts and balances may be hidden'],
  [25, 'wallets show other amounts than are moved'],
  [26, 'all transfers can be stopped'],
]);

/** A token as the settings of its chain describe it. */
export interface ListedToken extends Pick<ChainAsset, 'symbol' | 'decimals'> {
  readonly tokenProgram: TokenProgramName;
}

/**
 * Compares a listed token with its mint: its program, its decimals, and its extensions, of which
 * those are refused that can keep, take, freeze or hide what is paid. The depository refuses
 * deposits of the same mints, but for a transfer fee.
 */
export function checkMint(
  account: AccountState | undefined,
  { symbol, decimals, tokenProgram }: ListedToken,
  wrong: Wrong,
): void {
  const found = programOf(account);
  if (account === undefined || found === undefined)
    throw wrong(
      'address',
      `${symbol} is no mint of a token program.`,
      'Check the address of the token.',
    );
  if (found !== tokenProgram)
    throw wrong(
      'tokenProgram',
      `${symbol} is a mint of ${found}, not of ${tokenProgram}.`,
      `Set tokenProgram of the token to ${found}.`,
    );
  checkExtensions(account, symbol, wrong);
  if (account.data[decimalsPlace] !== decimals)
    throw wrong(
      'decimals',
      `${symbol} has ${String(account.data[decimalsPlace])} decimals, not ${String(decimals)}.`,
      'Check the decimals of the token.',
    );
}

/** Token program of a mint; undefined where the account is none. */
function programOf(account: AccountState | undefined): TokenProgramName | undefined {
  if (account === undefined) return undefined;
  const { owner, data } = account;
  if (owner === tokenPrograms['spl-token'])
    return data.length === mintBytes ? 'spl-token' : undefined;
  if (owner !== tokenPrograms['spl-token-2022']) return undefined;
  const isMint = data.length === mintBytes || readExtensions(data, 'mint') !== undefined;
  return isMint ? 'spl-token-2022' : undefined;
}

function checkExtensions({ data }: AccountState, symbol: string, wrong: Wrong): void {
  const refused = (readExtensions(data, 'mint') ?? []).find(({ type }) => !harmless.has(type));
  if (refused === undefined) return;
  const name = extensionNames.get(refused.type) ?? `number ${String(refused.type)}`;
  const reason = reasons.get(refused.type) ?? 'this version does not know it';
  throw wrong(
    'address',
    `${symbol} has the extension ${name}: ${reason}.`,
    `List another token: ${name} cannot be taken from a mint. Accepted are extensions that only describe a token.`,
  );
}
