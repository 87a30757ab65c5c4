import { z } from 'zod';
import type { AccountState } from '../../chain/createBank.js';
import { readMint, readTokenAccount } from '../../chain/tokenAccounts.js';
import { isTokenProgram, programs } from '../../wire/programs.js';
import { defineMethod, inContext, slotFor, type Method, type RpcContext } from '../defineMethod.js';
import { encodeTokenAmount } from '../encode/encodeTokenAmount.js';
import { accountConfig, addressSchema, configOf, stateConfig } from '../parameters.js';
import { invalidParams } from '../rpcError.js';
import { encodeIfThere } from './accountMethods.js';

const state = configOf(stateConfig);
const whichSchema = z.union([
  z.object({ mint: addressSchema }),
  z.object({ programId: addressSchema }),
]);
const listConfig = configOf(accountConfig);
const largestMax = 20;

/** Methods for tokens of both token programs. */
export const tokenMethods: Readonly<Record<string, Method>> = {
  getTokenAccountBalance: defineMethod([addressSchema, state], (context, address, config) => {
    const slot = slotFor(context, config);
    const token = readTokenAccount(context.ledger.account(address, config.commitment));
    if (token === undefined) throw invalidParams('Invalid param: could not find account');
    return inContext(slot, encodeTokenAmount(token.amount, decimalsOf(context, token.mint)));
  }),
  getTokenSupply: defineMethod([addressSchema, state], (context, address, config) => {
    const slot = slotFor(context, config);
    const mint = readMint(context.ledger.account(address, config.commitment));
    if (mint === undefined) throw invalidParams('Invalid param: could not find mint');
    return inContext(slot, encodeTokenAmount(mint.supply, mint.decimals));
  }),
  getTokenLargestAccounts: defineMethod([addressSchema, state], (context, mint, config) => {
    const slot = slotFor(context, config);
    const decimals = decimalsOf(context, mint);
    const accounts = tokenAccounts(context, config, (token) => token.mint === mint)
      .map(([address, , token]) => ({ address, amount: token.amount }))
      .sort((one, two) => (one.amount < two.amount ? 1 : -1))
      .slice(0, largestMax);
    return inContext(
      slot,
      accounts.map(({ address, amount }) => ({ address, ...encodeTokenAmount(amount, decimals) })),
    );
  }),
  getTokenAccountsByOwner: defineMethod(
    [addressSchema, whichSchema, listConfig],
    (context, owner, which, config) =>
      list(context, which, config, (token) => token.owner === owner),
  ),
  getTokenAccountsByDelegate: defineMethod(
    [addressSchema, whichSchema, listConfig],
    (context, delegate, which, config) =>
      list(context, which, config, (token) => token.delegate === delegate),
  ),
};

type Token = NonNullable<ReturnType<typeof readTokenAccount>>;

function list(
  context: RpcContext,
  which: z.output<typeof whichSchema>,
  config: z.output<typeof listConfig>,
  matches: (token: Token) => boolean,
): unknown {
  const slot = slotFor(context, config);
  if ('programId' in which && !isTokenProgram(which.programId))
    throw invalidParams('Invalid param: unrecognized Token program id');
  if (
    'mint' in which &&
    readMint(context.ledger.account(which.mint, config.commitment)) === undefined
  )
    throw invalidParams('Invalid param: could not find mint');
  const found = tokenAccounts(
    context,
    config,
    (token, account) =>
      matches(token) &&
      ('mint' in which ? token.mint === which.mint : account.owner === which.programId),
  );
  return inContext(
    slot,
    found.map(([pubkey, account]) => ({
      pubkey,
      account: encodeIfThere(context, account, config),
    })),
  );
}

function tokenAccounts(
  { ledger }: RpcContext,
  { commitment }: z.output<typeof state>,
  matches: (token: Token, account: AccountState) => boolean,
): readonly (readonly [string, AccountState, Token])[] {
  return [programs.token, programs.token2022].flatMap((program) =>
    ledger.programAccounts(program, commitment).flatMap(([address, account]) => {
      const token = readTokenAccount(account);
      return token !== undefined && matches(token, account)
        ? [[address, account, token] as const]
        : [];
    }),
  );
}

function decimalsOf({ ledger }: RpcContext, mint: string): number {
  return readMint(ledger.account(mint, 'processed'))?.decimals ?? 0;
}
