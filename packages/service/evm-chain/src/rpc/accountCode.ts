import { malformedReply, type Rpc } from '@portage/chain-kit';

/**
 * Code of an account that is delegated (EIP-7702). No contract can have it: EIP-3541 lets none
 * begin with 0xef.
 */
const delegation = /^0xef0100[0-9a-f]{40}$/;

/** Whether an account with this code has a key behind it: no code, or a delegation. */
export function isAccountCode(code: string): boolean {
  return code === '0x' || delegation.test(code.toLowerCase());
}

/** Code of accounts as of the newest block. @throws PortageError `RPC_HTTP_ERROR` */
export async function readCodes(
  rpc: Pick<Rpc, 'read'>,
  accounts: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const codes = await rpc.read(
    accounts.map((account) => ({ method: 'eth_getCode', params: [account, 'latest'] })),
    signal,
  );
  return codes.map((code) => {
    if (typeof code !== 'string') throw malformedReply('code');
    return code;
  });
}
