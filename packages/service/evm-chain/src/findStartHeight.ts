import { malformedReply, readResult, type Quorum, type Rpc } from '@portage/chain-kit';
import { requestFault, type Log } from '@portage/core';
import type { ParsedChainConfig } from './chainConfig.js';
import { readInteger } from './rpc/parse.js';

/** Chain whose first height is looked for. */
export interface StartHeightOptions {
  readonly config: Pick<ParsedChainConfig, 'slug' | 'startHeight' | 'contracts'>;
  readonly rpc: Rpc;
  readonly quorum: Quorum;
  readonly log: Log;
}

/**
 * Height from which events are read: the configured one, or the block that created the oldest of
 * the contracts whose events are read. That block is found by bisection over their code, so it
 * needs endpoints that still know old states.
 *
 * @throws PortageError `INVALID_CONFIGURATION` where the endpoints do not, `RPC_HTTP_ERROR`
 */
export async function findStartHeight(
  { config, rpc, quorum, log }: StartHeightOptions,
  signal: AbortSignal,
): Promise<number> {
  if (config.startHeight !== undefined) return config.startHeight;
  const { depository, filler, router } = config.contracts;
  const contracts = [depository, filler, ...(router === undefined ? [] : [router])];
  const [head] = await rpc.ask([{ method: 'eth_blockNumber', params: [] }], signal);
  let [first, last] = [0, readInteger(readResult(head, 'eth_blockNumber'), 'block number')];
  while (first < last) {
    const middle = Math.floor((first + last) / 2);
    if (await existsAt(middle, { contracts, quorum }, signal)) last = middle;
    else first = middle + 1;
  }
  log('found the block that created the contracts; startHeight in the configuration saves this', {
    chain: config.slug,
    startHeight: first,
  });
  return first;
}

/** Whether any of the contracts has code after a block. */
async function existsAt(
  height: number,
  { contracts, quorum }: { readonly contracts: readonly string[]; readonly quorum: Quorum },
  signal: AbortSignal,
): Promise<boolean> {
  const block = `0x${height.toString(16)}`;
  const found = await quorum.read(
    {
      subject: 'creation of the contracts',
      items: contracts.length,
      ask: async (endpoint, stop) => {
        const replies = await endpoint.ask(
          contracts.map((contract) => ({ method: 'eth_getCode', params: [contract, block] })),
          stop,
        );
        return replies.map((reply) => hasCode(readResult(reply, 'eth_getCode')));
      },
    },
    signal,
  );
  signal.throwIfAborted();
  if (found.includes(true)) return true;
  if (found.every((each) => each === false)) return false;
  throw requestFault(
    'startHeight',
    `is needed: too few endpoints know the code of the contracts after block ${String(height)}`,
    {
      code: 'INVALID_CONFIGURATION',
      hint: 'Write the block in which the first of depository, filler and router was created.',
    },
  );
}

function hasCode(code: unknown): boolean {
  if (typeof code !== 'string' || !code.startsWith('0x')) throw malformedReply('eth_getCode');
  return code !== '0x';
}
