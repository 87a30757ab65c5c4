/** Part of the gas, in percent, that stays beside it, and what an account must keep, by family. */
const kept: Readonly<Record<string, { readonly marginPercent: bigint; readonly least: bigint }>> = {
  // Wallets set aside twice the base fee of now.
  evm: { marginPercent: 100n, least: 0n },
  // An account that is not emptied keeps its rent: 890,880 lamports.
  svm: { marginPercent: 25n, least: 890_880n },
};
const keptElsewhere = { marginPercent: 25n, least: 0n };

/** Part of a balance that stays where the gas is not known: one fiftieth. */
const unknownShare = 50n;

/** A balance of a native currency, and what paying from it burns. */
export interface NativeBalance {
  readonly balance: bigint;
  /** Gas of the payer's transactions, smallest units; undefined where it is not known. */
  readonly gas: bigint | undefined;
  readonly vmType: string;
}

/** The most that can be paid from a balance of a native currency: all but gas with a margin. */
export function maxAmountOf({ balance, gas, vmType }: NativeBalance): bigint {
  if (gas === undefined) return balance - balance / unknownShare;
  const { marginPercent, least } = kept[vmType] ?? keptElsewhere;
  const rest = balance - gas - (gas * marginPercent) / 100n - least;
  return rest > 0n ? rest : 0n;
}
