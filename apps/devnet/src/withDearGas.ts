import type { Devnet } from './createDevnet.js';

/** Milliseconds between two settings: an empty block lowers the base fee by an eighth. */
const againMs = 100;

/** Gas of an EVM chain that is dear for a while. */
export interface DearGas {
  /** Chain whose base fee is raised. */
  readonly chainId: number;
  /** Base fee, in wei. */
  readonly weiPerGas: bigint;
  /** Base fee afterwards, in wei. Default: 1 gwei, from which empty blocks lower it. */
  readonly afterwards?: bigint | undefined;
  /**
   * Milliseconds from the raise until the work begins, in which readers of gas prices see it.
   * Default: 1,000, which is enough for blocks of a second.
   */
  readonly settleMs?: number | undefined;
}

/**
 * Keeps the base fee of an EVM chain of the devnet high while something runs: what was quoted
 * before costs more to carry out now. It is for tests of whatever signs transactions for others.
 *
 * @param work - runs once the fee has been high for `settleMs`
 * @returns what the work returns
 * @throws PortageError `RPC_HTTP_ERROR` where the node refuses the first setting; what the work
 *   throws
 * @example
 * ```ts
 * import { withDearGas } from '@portage/devnet';
 *
 * await withDearGas(devnet, { chainId: 8453, weiPerGas: 150_000_000_000n }, async () => {
 *   // What is signed now costs what 150 gwei cost.
 * });
 * ```
 */
export async function withDearGas<T>(
  devnet: Pick<Devnet, 'setBaseFee'>,
  { chainId, weiPerGas, afterwards = 1_000_000_000n, settleMs = 1_000 }: DearGas,
  work: () => Promise<T>,
): Promise<T> {
  await devnet.setBaseFee(chainId, weiPerGas);
  const keep = setInterval(() => {
    // The next one comes soon.
    devnet.setBaseFee(chainId, weiPerGas).catch(() => undefined);
  }, againMs);
  try {
    await new Promise((resolve) => setTimeout(resolve, settleMs));
    return await work();
  } finally {
    clearInterval(keep);
    await devnet.setBaseFee(chainId, afterwards);
  }
}
