import { formatKeySignature, readKeySignature } from '@portage/core/keySignature';

/**
 * Owners of accounts sign with keys alone: however a wallet writes a signature, the exchange and
 * the service get one form. What is no signature of a key stays as it is, for them to refuse.
 */
export function canonicalOwnerSignature(ownerSignature: string): string {
  const read = readKeySignature(ownerSignature);
  return read === undefined ? ownerSignature : formatKeySignature(read);
}
