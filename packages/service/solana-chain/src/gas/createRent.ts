import { PortageError, type Observed } from '@portage/core';
import type { Gas } from '@portage/core/chain';
import type { Rpc } from '@portage/chain-kit';
import { solanaCodec } from '@portage/solana/codec';
import { associatedTokenAddress, programs } from '@portage/solana/program';
import { accountsRequest, readAccounts, type AccountState } from '../rpc/accounts.js';
import type { Market } from './createFees.js';

/** An account that is there is believed to stay for so long, and one that is not to stay away. */
const thereMs = 60_000;
const awayMs = 5_000;
const rememberedMax = 100_000;

/** Options of {@link createRent}. */
export interface RentOptions {
  readonly rpc: Rpc;
  readonly market: () => Observed<Market> | undefined;
  readonly clock: () => number;
}

/**
 * The rent of the account that a payment in a token opens for a recipient who has none. What was
 * read lately is remembered. SOL needs no account but the recipient's own.
 *
 * @throws PortageError `INVALID_RECIPIENT` for a recipient that is a token account or a program,
 *   which would swallow the payment; `RPC_HTTP_ERROR`
 */
export function createRent({ rpc, market, clock }: RentOptions): NonNullable<Gas['rent']> {
  const known = new Map<string, { readonly isThere: boolean; readonly until: number }>();
  const rentOf = (isThere: boolean): bigint => {
    const now = market();
    if (now === undefined)
      throw new PortageError('RPC_HTTP_ERROR', {
        message: 'The rent of accounts is not known yet.',
      });
    return isThere ? 0n : now.value.rent.token;
  };
  const read = async (account: string, recipient: string): Promise<bigint> => {
    const [result] = await rpc.read([accountsRequest([recipient, account])]);
    const [owner, token] = readAccounts(result);
    checkHolder(recipient, owner);
    const isThere = token !== undefined && token.owner === programs.token;
    known.delete(account);
    known.set(account, { isThere, until: clock() + (isThere ? thereMs : awayMs) });
    for (const oldest of known.keys()) {
      if (known.size <= rememberedMax) break;
      known.delete(oldest);
    }
    return rentOf(isThere);
  };
  return ({ currency, recipient }) => {
    if (currency === solanaCodec.nativeCurrency) return 0n;
    const account = associatedTokenAddress({
      owner: recipient,
      mint: currency,
      tokenProgram: programs.token,
    });
    const remembered = known.get(account);
    return remembered !== undefined && clock() < remembered.until
      ? rentOf(remembered.isThere)
      : read(account, recipient);
  };
}

function checkHolder(recipient: string, account: AccountState | undefined): void {
  if (
    account === undefined ||
    (!account.executable &&
      account.owner !== programs.token &&
      account.owner !== programs.token2022)
  )
    return;
  throw new PortageError('INVALID_RECIPIENT', {
    message: `${recipient} is ${account.executable ? 'a program' : 'a token account'}, which cannot own what it would be paid.`,
    hint: 'Name the account of a person: its token account is found from it.',
  });
}
