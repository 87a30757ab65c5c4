import { base58 } from '@scure/base';
import type { AccountState } from '../../chain/createBank.js';
import {
  readMint,
  readTokenAccount,
  type Mint,
  type TokenAccount,
} from '../../chain/tokenAccounts.js';
import { programs } from '../../wire/programs.js';
import { RpcError, rpcCodes } from '../rpcError.js';
import { encodeTokenAmount } from './encodeTokenAmount.js';

/** Format of an account. */
export interface AccountFormat {
  readonly encoding: 'binary' | 'base58' | 'base64' | 'jsonParsed';
  readonly dataSlice?: { readonly offset: number; readonly length: number } | null | undefined;
}

/**
 * Bytes that a node writes in base58, at most, because base58 takes time that grows with the square
 * of the length.
 */
const base58BytesMax = 128;
/** Rent epoch that a node writes for accounts that owe no rent. */
const rentEpoch = 2 ** 64;

/** Writes an account. `account` looks up mints, whose decimals a parsed token account shows. */
export function encodeAccount(
  state: AccountState,
  format: AccountFormat,
  account: (address: string) => AccountState | undefined,
): unknown {
  const { lamports, owner, executable, data } = state;
  const head = { lamports: Number(lamports), owner, executable, rentEpoch, space: data.length };
  const parsed = format.encoding === 'jsonParsed' ? parse(state, account) : undefined;
  return { ...head, data: parsed ?? encodeData(data, format) };
}

function encodeData(whole: Uint8Array, { encoding, dataSlice }: AccountFormat): unknown {
  const data =
    dataSlice === undefined || dataSlice === null
      ? whole
      : whole.subarray(dataSlice.offset, dataSlice.offset + dataSlice.length);
  if (encoding === 'base64' || encoding === 'jsonParsed')
    return [Buffer.from(data).toString('base64'), 'base64'];
  if (data.length > base58BytesMax)
    throw new RpcError(
      rpcCodes.invalidRequest,
      `Encoded binary (base 58) data should be less than ${base58BytesMax} bytes, please use Base64 encoding.`,
    );
  return encoding === 'base58' ? [base58.encode(data), 'base58'] : base58.encode(data);
}

function parse(
  state: AccountState,
  account: (address: string) => AccountState | undefined,
): unknown {
  const head = {
    program: state.owner === programs.token2022 ? 'spl-token-2022' : 'spl-token',
    space: state.data.length,
  };
  const token = readTokenAccount(state);
  if (token !== undefined)
    return {
      ...head,
      parsed: {
        type: 'account',
        info: tokenInfo(token, readMint(account(token.mint))?.decimals ?? 0),
      },
    };
  const mint = readMint(state);
  return mint === undefined
    ? undefined
    : { ...head, parsed: { type: 'mint', info: mintInfo(mint) } };
}

function tokenInfo(token: TokenAccount, decimals: number): unknown {
  const { mint, owner, amount, delegate, delegatedAmount, state, nativeReserve, closeAuthority } =
    token;
  return {
    mint,
    owner,
    state,
    isNative: nativeReserve !== undefined,
    tokenAmount: encodeTokenAmount(amount, decimals),
    ...(delegate === undefined
      ? {}
      : { delegate, delegatedAmount: encodeTokenAmount(delegatedAmount, decimals) }),
    ...(nativeReserve === undefined
      ? {}
      : { rentExemptReserve: encodeTokenAmount(nativeReserve, decimals) }),
    ...(closeAuthority === undefined ? {} : { closeAuthority }),
  };
}

function mintInfo({ mintAuthority, freezeAuthority, supply, decimals }: Mint): unknown {
  return {
    mintAuthority: mintAuthority ?? null,
    freezeAuthority: freezeAuthority ?? null,
    supply: supply.toString(),
    decimals,
    isInitialized: true,
  };
}
