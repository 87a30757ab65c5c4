import type { MessageAccountKeys, VersionedMessage } from '@solana/web3.js';
import type { WireInstruction } from '../transaction/solanaTransactionData.js';

/** Instructions of a message in the form of step items; its accounts come with it. */
export function messageInstructions(
  message: VersionedMessage,
  accounts: MessageAccountKeys,
): readonly WireInstruction[] {
  const keyOf = (index: number): string => accounts.get(index)?.toBase58() ?? '';
  return message.compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => ({
    programId: keyOf(programIdIndex),
    keys: accountKeyIndexes.map((index) => ({
      pubkey: keyOf(index),
      isSigner: message.isAccountSigner(index),
      isWritable: message.isAccountWritable(index),
    })),
    data: Array.from(data, (byte) => byte.toString(16).padStart(2, '0')).join(''),
  }));
}
