import { requestFault, type DestinationCall } from '@portage/core';
import type { Codec, OrderCall } from '@portage/core/chain';

/**
 * The call that a member of `txs` asks for, on the chain of the codec. Members of Solana are
 * instructions, those of other chains name an account, a value and data. Pure.
 *
 * @param path - place of the member, for the error
 * @throws PortageError `INVALID_EXTRA_TXS` for a member of another family
 * @example
 * ```ts
 * const { codec } = chains.all[0]!;
 * readOrderCall({ to: solver.address, value: '0', data: '0x' }, codec, 'txs.0').value; // 0n
 * ```
 */
export function readOrderCall(
  tx: DestinationCall,
  { vm, instructionCall }: Pick<Codec, 'vm' | 'instructionCall'>,
  path: string,
): OrderCall {
  const isInstruction = 'programId' in tx;
  if (isInstruction && instructionCall !== undefined) return instructionCall(tx);
  if (!isInstruction && instructionCall === undefined)
    return { to: tx.to, value: BigInt(tx.value), data: tx.data };
  const fault = isInstruction ? 'is an instruction of Solana' : 'is no instruction';
  throw requestFault(path, `${fault}, and the destination is a chain of "${vm}"`, {
    code: 'INVALID_EXTRA_TXS',
    hint: 'Instructions have programId, keys and data; calls of other chains to, value and data.',
  });
}
