import { scriptKind } from '@portage/bitcoin/transaction';
import type { Transaction } from 'bitcoinjs-lib';
import {
  createBlockMemory,
  type BlockMemoryOptions,
  type BlockMemory,
  type BlockRange,
} from '../observe/createBlockMemory.js';

/** Scripts that blocks pay. */
export interface BlockOutputs extends Pick<BlockMemory<unknown>, 'keep'> {
  /**
   * P2WPKH scripts that the blocks of a range pay, as hex.
   *
   * @throws PortageError `RPC_HTTP_ERROR`
   */
  paid(range: BlockRange, signal: AbortSignal): Promise<ReadonlySet<string>>;
}

/** Options of {@link createBlockOutputs}. */
export type BlockOutputsOptions = Omit<BlockMemoryOptions<unknown>, 'choose'>;

/** Makes the memory of what the newest blocks pay. */
export function createBlockOutputs(options: BlockOutputsOptions): BlockOutputs {
  const blocks = createBlockMemory({ ...options, choose: scriptsOf });
  return {
    keep: blocks.keep,
    paid: async (range, signal) =>
      new Set((await blocks.read(range, signal)).flatMap((scripts) => [...scripts])),
  };
}

function scriptsOf(transactions: readonly Transaction[]): ReadonlySet<string> {
  const scripts = new Set<string>();
  for (const { outs } of transactions)
    for (const { script } of outs)
      if (scriptKind(script) === 'p2wpkh') scripts.add(Buffer.from(script).toString('hex'));
  return scripts;
}
