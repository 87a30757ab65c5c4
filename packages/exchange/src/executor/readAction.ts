import { amountMax, accountIndexMax, assetIndexMax, isRoute, isWhole } from '../bounds.js';
import type { Transfer } from '../transaction/transfer.js';

/** Members of a transfer that a quote decides. */
export type QuotedTransfer = Pick<
  Transfer,
  'toAccountIndex' | 'assetIndex' | 'fromRouteType' | 'toRouteType' | 'amount' | 'usdcFee' | 'memo'
>;

/** Item that this package claims: a transfer, or what is wrong with it. */
export type ReadAction =
  | { readonly transfer: QuotedTransfer; readonly fault?: undefined }
  | { readonly transfer?: undefined; readonly fault: string };

/** Data of an item that holds an `action`, with the chain where it names one. */
export interface ActionData {
  readonly chainId: number | undefined;
  readonly action: ReadAction;
}

type Members = Readonly<Record<string, unknown>>;

function membersOf(value: unknown): Members | undefined {
  // A string has members too; those of an object alone are read.
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : undefined;
}

/** The data of an item that is ours, or undefined. */
export function readActionData(item: unknown): ActionData | undefined {
  const data = membersOf(item);
  const action = membersOf(data?.['action']);
  if (data === undefined || action === undefined || action['type'] !== 'transfer') return undefined;
  const chainId = data['chainId'];
  const parameters = membersOf(action['parameters']);
  if (parameters === undefined || !('toAccountIndex' in parameters)) return undefined;
  if (chainId !== undefined && typeof chainId !== 'number') return undefined;
  return { chainId, action: readParameters(parameters) };
}

const known = new Set([
  'toAccountIndex',
  'assetIndex',
  'fromRouteType',
  'toRouteType',
  'amount',
  'usdcFee',
  'memo',
]);

function readParameters(parameters: Members): ReadAction {
  const { toAccountIndex, assetIndex, fromRouteType, toRouteType, memo } = parameters;
  const amount = readAmount(parameters['amount']);
  const usdcFee = readAmount(parameters['usdcFee']);
  const unknown = Object.keys(parameters).find((name) => !known.has(name));
  if (unknown !== undefined) return { fault: `an unknown parameter "${unknown.slice(0, 40)}"` };
  if (!isWhole(toAccountIndex, 0, accountIndexMax)) return { fault: 'a receiver that is none' };
  if (!isWhole(assetIndex, 1, assetIndexMax)) return { fault: 'an asset that is none' };
  if (!isRoute(fromRouteType) || !isRoute(toRouteType)) return { fault: 'a route that is none' };
  if (amount === undefined || amount === 0n) return { fault: 'an amount that is none' };
  if (usdcFee === undefined) return { fault: 'a fee that is none' };
  if (typeof memo !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(memo))
    return { fault: 'a memo that is not 32 bytes' };
  const base = { toAccountIndex, assetIndex, fromRouteType, toRouteType };
  return { transfer: { ...base, amount, usdcFee, memo: memo.toLowerCase() } };
}

/**
 * Amount of a parameter. A number that JSON could not hold exactly is none: which amount was meant
 * cannot be known.
 */
function readAmount(value: unknown): bigint | undefined {
  const isExact = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
  const isText = typeof value === 'string' && /^(?:0|[1-9]\d{0,18})$/.test(value);
  const amount = isExact || isText ? BigInt(value) : undefined;
  return amount === undefined || amount > amountMax ? undefined : amount;
}
