import type { CoinCall, CoinChange } from '@portage/core/plugin';

/** Begin of the data of a call that changes coins. */
const dataPrefix = 'coins:';

/** Change with the bounds that the operator has agreed to. */
export interface BoundedChange {
  readonly change: CoinChange;
  /** Fee at most, satoshi. */
  readonly feeMax: bigint;
  /** Coins that are spent at most. */
  readonly inputsMax: number;
}

/** Call of the sender. */
type Call = Pick<CoinCall, 'to' | 'data'>;

/** Whether a call changes coins of the sender. */
export function isCoinChange({ to, data }: Call, sender: string): boolean {
  return to === sender && data.startsWith(dataPrefix);
}

/** A change as the data of its call. Pure. */
export function encodeChange({ change, feeMax, inputsMax }: BoundedChange): string {
  const numbers = change.type === 'split' ? [change.count, change.value] : [change.below];
  return [`${dataPrefix}${change.type}`, ...numbers, change.keep, feeMax, inputsMax]
    .map(String)
    .join(':');
}

/** Names of the data's parts, in their order, by the type of the change. */
const dataParts = {
  split: ['count', 'value', 'keep', 'feeMax', 'inputsMax'],
  consolidate: ['below', 'keep', 'feeMax', 'inputsMax'],
} as const;

/** The change in data that {@link encodeChange} made. Pure. @throws for any other */
export function decodeChange(data: string): BoundedChange {
  const [type, ...numbers] = data.slice(dataPrefix.length).split(':');
  if (type === 'split') {
    const [count, value, keep, feeMax, inputsMax] = readNumbers(numbers, dataParts.split);
    const change = { type, count: Number(count), value, keep: Number(keep) } as const;
    return { change, feeMax, inputsMax: Number(inputsMax) };
  }
  const [below, keep, feeMax, inputsMax] = readNumbers(numbers, dataParts.consolidate);
  return {
    change: { type: 'consolidate', below, keep: Number(keep) },
    feeMax,
    inputsMax: Number(inputsMax),
  };
}

function readNumbers<const Names extends readonly string[]>(
  texts: readonly string[],
  names: Names,
): { readonly [Place in keyof Names]: bigint } {
  if (texts.length !== names.length || !texts.every((text) => /^\d+$/.test(text)))
    throw new Error('The data of a change of coins is malformed.');
  // As many numbers as there are names.
  return texts.map(BigInt) as { [Place in keyof Names]: bigint };
}
