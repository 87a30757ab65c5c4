import { formatKeySignature, type KeySignature } from '@portage/core/keySignature';
import { serviceSelectors, addressWord, bytesWords, uintWord } from '@portage/evm/abi';
import { encodePlan, type Permit } from '@portage/evm/contracts';

/** `ApprovalProxy.pullAuthorized` with a signature of EIP-3009. */
export function authorizedCall(
  { payer, currency, amount, plan }: Permit,
  { r, s, v }: KeySignature,
): string {
  const head = [
    addressWord(payer),
    addressWord(currency),
    uintWord(amount),
    uintWord(0x120n),
    uintWord(0n),
    uintWord(BigInt(plan.deadline)),
    uintWord(BigInt(v)),
    r,
    s,
  ];
  return `${serviceSelectors.pullAuthorized}${head.join('')}${encodePlan(plan)}`;
}

/** `ApprovalProxy.pullPermit2` with a signature that Permit2 checks. */
export function permit2Call({ payer, currency, amount, plan }: Permit, signature: string): string {
  const encoded = encodePlan(plan);
  const head = [
    addressWord(payer),
    addressWord(currency),
    uintWord(amount),
    plan.salt.slice(2),
    uintWord(BigInt(plan.deadline)),
    uintWord(0xe0n),
    uintWord(0xe0n + BigInt(encoded.length / 2)),
  ];
  return `${serviceSelectors.pullPermit2}${head.join('')}${encoded}${bytesWords(signature)}`;
}

/** `ApprovalProxy.pullSigned` with a permit of EIP-2612 and the signature of the transfer. */
export function signedCall(
  { payer, currency, amount, plan }: Permit,
  permit: KeySignature,
  transfer: KeySignature,
): string {
  const encoded = encodePlan(plan);
  const allowed = [uintWord(BigInt(plan.deadline)), uintWord(BigInt(permit.v)), permit.r, permit.s];
  const head = [
    addressWord(payer),
    addressWord(currency),
    uintWord(amount),
    uintWord(0x120n),
    ...allowed,
    uintWord(0x120n + BigInt(encoded.length / 2)),
  ];
  return `${serviceSelectors.pullSigned}${head.join('')}${encoded}${bytesWords(formatKeySignature(transfer))}`;
}
