import type { AccountMeta } from './instruction.js';

/**
 * Programs that only compare accounts with what a wallet expects of them after a transaction, and
 * let the transaction fail where they differ. Wallets add their instructions to what they sign.
 */
const assertionPrograms: readonly string[] = [
  // Lighthouse (https://github.com/Jac0xb/lighthouse), as Phantom and others add it.
  'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95',
];

/** An instruction as messages and step items have it; its data does not matter here. */
interface Call {
  readonly programId: string;
  readonly keys: readonly AccountMeta[];
}

/**
 * Leaves out the assertions that a wallet added to what it was asked to sign. An instruction of an
 * assertion program stays where it makes an account sign, or lets one be written, that did not
 * before. `payer` pays the fees, so it signs and is written anyway. Pure.
 */
export function withoutAssertions<T extends Call>(
  signed: readonly T[],
  asked: readonly Call[],
  payer: string | undefined,
): readonly T[] {
  const askedKeys = asked.flatMap(({ keys }) => keys);
  const keysWith = (power: 'isSigner' | 'isWritable'): ReadonlySet<string | undefined> =>
    new Set([payer, ...askedKeys.filter((key) => key[power]).map(({ pubkey }) => pubkey)]);
  const [signers, writables] = [keysWith('isSigner'), keysWith('isWritable')];
  const addsNothing = ({ keys }: Call): boolean =>
    keys.every(
      ({ pubkey, isSigner, isWritable }) =>
        (!isSigner || signers.has(pubkey)) && (!isWritable || writables.has(pubkey)),
    );
  return signed.filter((call) => !assertionPrograms.includes(call.programId) || !addsNothing(call));
}
