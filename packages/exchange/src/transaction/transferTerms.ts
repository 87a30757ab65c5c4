import { accountIndexMax, assetIndexMax, isRoute, isWhole, type RouteType } from '../bounds.js';
import { membersOf, readBigint } from '../json/members.js';
import { readInfo, readMemo } from './txInfo.js';

/** Terms of a transfer that another party signed: who pays whom, and what. */
export interface TransferTerms {
  readonly fromAccountIndex: number;
  readonly toAccountIndex: number;
  readonly assetIndex: number;
  readonly fromRouteType: RouteType;
  readonly toRouteType: RouteType;
  /** Smallest units of the asset. */
  readonly amount: bigint;
  /** 32 bytes as hex with 0x; undefined where the text has none, or one that is no 32 bytes. */
  readonly memo: string | undefined;
  /** Whether the transfer has attributes, which may change what its other members mean. */
  readonly hasAttributes: boolean;
}

/**
 * Terms of a transfer out of its text, whatever its signatures look like: money that has moved is
 * seen also where the text has members that are not known here. Undefined where the text does not
 * say who pays whom, or what.
 *
 * @example
 * ```ts
 * findTransferTerms(transaction.info)?.amount;
 * ```
 */
export function findTransferTerms(info: string): TransferTerms | undefined {
  const members = readMembers(info);
  const { FromAccountIndex: from, ToAccountIndex: to, AssetIndex: assetIndex } = members;
  const { FromRouteType: fromRouteType, ToRouteType: toRouteType } = members;
  const amount = readBigint(members['Amount']);
  if (!isWhole(from, 0, accountIndexMax) || !isWhole(to, 0, accountIndexMax)) return undefined;
  if (!isWhole(assetIndex, 1, assetIndexMax) || amount === undefined || amount <= 0n)
    return undefined;
  if (!isRoute(fromRouteType) || !isRoute(toRouteType)) return undefined;
  return {
    fromAccountIndex: from,
    toAccountIndex: to,
    assetIndex,
    fromRouteType,
    toRouteType,
    amount,
    memo: findMemo(members),
    hasAttributes: hasValue(members['L2TxAttributes']),
  };
}

type Members = ReturnType<typeof readInfo>;

function readMembers(info: string): Members {
  try {
    return readInfo(info);
  } catch {
    return {};
  }
}

function findMemo(members: Members): string | undefined {
  try {
    return readMemo(members['Memo']);
  } catch {
    return undefined;
  }
}

/** Whether attributes say anything: `null`, an empty object, and members that are null do not. */
function hasValue(attributes: Members[string] | undefined): boolean {
  if (attributes === undefined || attributes === null) return false;
  const isObject = typeof attributes === 'object' && !Array.isArray(attributes);
  return !isObject || Object.values(membersOf(attributes)).some((value) => value !== null);
}
