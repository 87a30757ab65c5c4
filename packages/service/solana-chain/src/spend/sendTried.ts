import type { Rpc } from '@portage/chain-kit';

/**
 * Sends a transaction of the service's own upkeep, which a node tries out first on the newest
 * confirmed state: the default is the last final one, where a fresh blockhash is not known yet.
 *
 * @returns the node's words where it refuses; undefined where it took the transaction
 */
export async function sendTried(
  rpc: Pick<Rpc, 'ask'>,
  transaction: Uint8Array,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const text = Buffer.from(transaction).toString('base64');
  const params = [text, { encoding: 'base64', preflightCommitment: 'confirmed' }];
  const [reply] = await rpc.ask([{ method: 'sendTransaction', params }], signal);
  return reply?.ok === false ? reply.error.message : undefined;
}
