/** Minimum fees of a node, in wei per gas, where its refusal names them. */
export interface FeeDemand {
  readonly tip?: bigint;
  /** Whole price of gas. */
  readonly price?: bigint;
}

/** Words around the figures of refusals, with what the figure is. */
const figures: readonly (readonly [RegExp, keyof FeeDemand])[] = [
  // geth, bor, bsc, op-geth.
  [/gas tip cap \d+, minimum needed (\d+)/i, 'tip'],
  [/fee cap \d+, minimum needed (\d+)/i, 'price'],
  [/tip needed (\d+), tip permitted/i, 'tip'],
  // reth.
  [/minimum required priority fee (\d+)/i, 'tip'],
  // Nethermind: what it has, and what it wants.
  [/EffectivePriorityFeePerGas too low \d+ < (\d+)/i, 'tip'],
  [/FeePerGas needs to be higher than (\d+)/i, 'price'],
  // geth, Nitro, Nethermind: the base fee of the block.
  [/base ?fee: (\d+)/i, 'price'],
  // Rollups and relays that say the price.
  [/tx\.gasPrice = (\d+)/i, 'price'],
  [/configured minimum gas price '(\d+)'/i, 'price'],
];

/** Reads what a refusal asks for; empty where it names no figure. */
export function readDemand(message: string): FeeDemand {
  const [found] = figures.flatMap(([pattern, member]) => {
    const digits = pattern.exec(message)?.[1];
    return digits === undefined ? [] : [{ [member]: BigInt(digits) } satisfies FeeDemand];
  });
  return found ?? {};
}
