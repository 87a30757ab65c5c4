import { malformedReply, type Rpc } from '@portage/chain-kit';
import { addressWord, serviceSelectors } from '@portage/evm/abi';

/**
 * Reads the nonce of an owner's next permit from a token with EIP-2612. @throws PortageError
 * `RPC_HTTP_ERROR`
 */
export function createReadNonce(
  rpc: Rpc,
): (token: string, owner: string, signal: AbortSignal) => Promise<bigint> {
  return async (token, owner, signal) => {
    const [result] = await rpc.read(
      [
        {
          method: 'eth_call',
          params: [
            { to: token, data: `${serviceSelectors.nonces}${addressWord(owner)}` },
            'latest',
          ],
        },
      ],
      signal,
    );
    if (typeof result !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(result))
      throw malformedReply('nonce of a permit');
    return BigInt(result);
  };
}
