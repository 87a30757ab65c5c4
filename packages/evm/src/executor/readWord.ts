import type { Request } from './connection.js';

/** Word that a view of a contract answers; undefined when it cannot be read. */
export async function readWord(
  read: Request,
  to: string,
  data: string,
): Promise<bigint | undefined> {
  const word = await read('eth_call', [{ to, data }, 'latest']).catch(() => undefined);
  return typeof word === 'string' && /^0x[0-9a-fA-F]{64}$/.test(word) ? BigInt(word) : undefined;
}
