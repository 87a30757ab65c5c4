import { checkRemoteAllocator } from '../allocator/remoteAllocator.js';
import type { PreparedChain } from '../prepareChains.js';
import { checkOne, type CheckRow } from './checkRow.js';

/**
 * Row about the process that signs a chain's releases: whether it answers, and whether its key is
 * the one that this configuration names. A family without such a signer has none.
 *
 * @param socket - of the signing process
 */
export async function allocatorRow(
  { opener, keys, slug }: Pick<PreparedChain, 'opener' | 'keys' | 'slug'>,
  socket: string,
): Promise<readonly CheckRow[]> {
  if (opener.allocator === undefined) return [];
  const row = await checkOne({ check: 'allocator', subject: String(slug) }, async () => {
    const { info } = await opener.describe(keys);
    const own = await opener.allocator?.(keys);
    if (own === undefined) return 'this chain has no signer of its own';
    await checkRemoteAllocator({ socket, chainId: info.id, address: own.address });
    return own.address;
  });
  return [row];
}
