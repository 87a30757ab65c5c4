import { Money, PortageError } from '@portage/core';
import { accountIndexMax, apiKeyIndexMax, assetIndexMax, isWhole, routes } from '../bounds.js';
import { assetDecimals, usdcAssetIndex, type ExchangeAsset } from '../currencies.js';
import { isList, membersOf, readBigint, readCount } from '../json/members.js';
import type { Json } from '../json/parseJson.js';
import { executedPolicy, type StatusPolicy, type TransactionStatus } from './statuses.js';

/** Balance of an account: one asset on one route. */
export interface ExchangeBalance extends ExchangeAsset {
  /** Smallest units. */
  readonly amount: bigint;
}

/** Account of the exchange. */
export interface ExchangeAccount {
  readonly index: number;
  /** EVM address of the owner, in lower case. */
  readonly owner: string;
  /** Balances of the assets that quotes have; an asset that is not listed is not held. */
  readonly balances: readonly ExchangeBalance[];
}

/** API key of an account. */
export interface ExchangeApiKey {
  readonly accountIndex: number;
  readonly apiKeyIndex: number;
  /** 40 bytes as hex with 0x. */
  readonly publicKey: string;
  readonly nonce: number;
}

/** Transaction of the exchange. */
export interface ExchangeTransaction {
  /** 80 hex digits without 0x. */
  readonly hash: string;
  readonly type: number;
  /** Text as the sender signed it, for `readTransfer`. */
  readonly info: string;
  readonly status: TransactionStatus;
  /** Whether the status is final by the policy that it was read with. */
  readonly isFinal: boolean;
  /** Place of the transaction among all; undefined before it has one. */
  readonly sequence: bigint | undefined;
  /** Block of the exchange; undefined before one holds it. */
  readonly blockHeight: number | undefined;
  /** Unix milliseconds. */
  readonly queuedAt: number | undefined;
  /** Unix milliseconds. */
  readonly executedAt: number | undefined;
}

/** Error for an answer that is not what the exchange should say. */
export function oddAnswer(call: string, fault: string): PortageError {
  return new PortageError('INVALID_RESPONSE', {
    message: `The exchange answered ${call} with ${fault}.`,
  });
}

type Members = Readonly<Record<string, Json>>;

/**
 * An account of an answer.
 *
 * @throws PortageError `INVALID_RESPONSE`
 * @example
 * ```ts
 * const owner = `0x${'00'.repeat(20)}`;
 * readAccount({ index: 7, l1_address: owner, collateral: '1' }).balances[0]?.amount; // 1000000n
 * ```
 */
export function readAccount(value: Json): ExchangeAccount {
  const members = membersOf(value);
  const { index, l1_address: owner } = members;
  if (!isWhole(index, 0, accountIndexMax)) throw oddAnswer('account', 'no index');
  if (typeof owner !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(owner))
    throw oddAnswer('account', 'no owner');
  return { index, owner: owner.toLowerCase(), balances: readBalances(members) };
}

/** Balances that an account shows: collateral of perpetuals, and assets of spot markets. */
function readBalances({ collateral, assets }: Members): readonly ExchangeBalance[] {
  const perps =
    collateral === undefined
      ? []
      : [
          {
            assetIndex: usdcAssetIndex,
            routeType: routes.perps,
            amount: readUnits(collateral, usdcAssetIndex),
          },
        ];
  const spot = (isList(assets) ? assets : []).flatMap((asset): readonly ExchangeBalance[] => {
    const { asset_id: assetIndex, balance } = membersOf(asset);
    if (!isWhole(assetIndex, 1, assetIndexMax)) throw oddAnswer('account', 'an unknown asset');
    // An asset that quotes do not have may have decimals that are not known here.
    if (assetDecimals(assetIndex) === undefined) return [];
    return [{ assetIndex, routeType: routes.spot, amount: readUnits(balance, assetIndex) }];
  });
  return [...perps, ...spot];
}

/** Smallest units of a decimal text; a debt counts as nothing that could be spent. */
function readUnits(value: Json | undefined, assetIndex: number): bigint {
  const decimals = assetDecimals(assetIndex);
  if (typeof value !== 'string' || decimals === undefined)
    throw oddAnswer('account', 'a balance that is no decimal text');
  if (value.startsWith('-')) return 0n;
  return Money.parse(value, decimals);
}

/**
 * An API key of an answer.
 *
 * @throws PortageError `INVALID_RESPONSE`
 * @example
 * ```ts
 * const key = { account_index: 7, api_key_index: 2, nonce: 0, public_key: '00'.repeat(40) };
 * readApiKey(key).nonce; // 0
 * ```
 */
export function readApiKey(value: Json): ExchangeApiKey {
  const {
    account_index: accountIndex,
    api_key_index: apiKeyIndex,
    nonce,
    public_key,
  } = membersOf(value);
  const key = typeof public_key === 'string' ? public_key.replace(/^0x/, '').toLowerCase() : '';
  const count = readCount(nonce);
  if (
    !isWhole(accountIndex, 0, accountIndexMax) ||
    !isWhole(apiKeyIndex, 0, apiKeyIndexMax) ||
    count === undefined ||
    !/^[0-9a-f]{80}$/.test(key)
  )
    throw oddAnswer('apikeys', 'a key that is none');
  return { accountIndex, apiKeyIndex, publicKey: `0x${key}`, nonce: count };
}

/**
 * A transaction of an answer, with its status by a policy.
 *
 * @throws PortageError `INVALID_RESPONSE`
 * @example
 * ```ts
 * const members = { hash: '00'.repeat(40), type: 12, info: '{}', status: 3 };
 * readTransaction(members).status; // 'executed'
 * ```
 */
export function readTransaction(
  value: Json,
  { numbers, final }: StatusPolicy = executedPolicy,
): ExchangeTransaction {
  const members = membersOf(value);
  const { hash, info } = members;
  const type = readCount(members['type']);
  const status = numbers[readCount(members['status']) ?? -1];
  if (typeof hash !== 'string' || !/^[0-9a-fA-F]{80}$/.test(hash)) throw oddAnswer('tx', 'no hash');
  if (typeof info !== 'string' || type === undefined) throw oddAnswer('tx', 'no transaction');
  if (status === undefined) throw oddAnswer('tx', 'an unknown status');
  return {
    hash: hash.toLowerCase(),
    type,
    info,
    status,
    isFinal: final.includes(status),
    sequence: readBigint(members['sequence_index']),
    blockHeight: positive(members['block_height']),
    queuedAt: positive(members['queued_at']),
    executedAt: positive(members['executed_at']),
  };
}

/** A number above 0; the exchange writes 0 for what is not yet there. */
function positive(value: Json | undefined): number | undefined {
  const number = readCount(value);
  return number === 0 ? undefined : number;
}
