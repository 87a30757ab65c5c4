import { readObject, type Rpc } from '@portage/chain-kit';

/** Version of Bitcoin Core from which on nodes pass transactions of version 3 on. */
const trucSince = 280_000;

/** Whether every node that answers is new enough to keep the rules of version 3 (BIP 431). */
export async function takesTruc(rpc: Pick<Rpc, 'each'>, signal?: AbortSignal): Promise<boolean> {
  const told = await rpc.each([{ method: 'getnetworkinfo', params: [] }], signal);
  const versions = told.flatMap((replies) => {
    const reply = replies?.[0];
    if (replies === undefined) return [];
    if (reply?.ok !== true) return [0];
    const version = readObject(reply.result, 'node')['version'];
    return [typeof version === 'number' ? version : 0];
  });
  return versions.length > 0 && versions.every((version) => version >= trucSince);
}
