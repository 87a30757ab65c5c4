import { hexToBytes, PortageError } from '@portage/core';
import type { Esplora } from '../esplora/createEsplora.js';
import { scriptKind } from '../address/scriptKind.js';
import { outputOf, type PsbtInput } from '../transaction/readPsbt.js';

/**
 * Checks the values of several inputs against the transactions that made them, which their ids
 * prove. One false value makes its own signature invalid; signatures of two signings, each with
 * another false value, would together pay a fee that was never shown. Taproot commits to all
 * values.
 *
 * @throws PortageError `WALLET_ERROR`, `RPC_HTTP_ERROR`
 */
export async function checkValues(
  esplora: Esplora,
  inputs: readonly PsbtInput[],
  signal: AbortSignal,
): Promise<void> {
  if (inputs.length === 1) return;
  const open = inputs.filter(({ isProven, script }) => !isProven && scriptKind(script) !== 'p2tr');
  for (const input of open) {
    const answer = await esplora.get(`/tx/${input.txId}/hex`, signal).catch(() => undefined);
    if (answer?.status !== 200)
      throw new PortageError('RPC_HTTP_ERROR', {
        message: 'The chain endpoint does not show a transaction that the step spends.',
        hint: 'Nothing was signed: try again, or choose another endpoint.',
        context: { txId: input.txId },
      });
    const output = /^(?:[0-9a-f]{2})+$/.test(answer.text.trim())
      ? outputOf(hexToBytes(`0x${answer.text.trim()}`), input)
      : undefined;
    if (output?.value !== input.value)
      throw new PortageError('WALLET_ERROR', {
        message: `The step shows a false value of coin ${input.txId}:${input.vout}.`,
        hint: 'Nothing was signed.',
      });
  }
}
