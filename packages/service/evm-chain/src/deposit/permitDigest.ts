import { bytesToHex, hexToBytes, type PermitKind } from '@portage/core';
import { hashPlan, permit2, type Plan, proxyDomain } from '@portage/evm/contracts';
import { addressWord, uintWord } from '@portage/evm/abi';

/** `keccak256` of the EIP-712 type texts; a test compares the digests with viem's. */
const typeHashes = {
  domain: '8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f',
  plainDomain: '8cad95687ba82c2ce50e74f7b754645e5117c3a5bec8151c0726d5857980a866',
  receive: 'd099cc98ef71107a616c4f0f941f04c322d8e254fe26b3c6668db87aae413de8',
  allowance: '6e71edae12b1b97f4d1f60370fef10105fa2faae0126114a169c64845d6126c9',
  transfer: '721c80d8ff9cedcd6ff33f01e4639a73614a27754e6f951464f6cd9b47bae83d',
  witness: '69b1d72b369ab4b3fecedebefc414b9846818de7a568a0e1d7398871dddc1b22',
  permissions: '618358ac3db8dc274f0cd8829da7e234bd48cd73c4a740aede1adec9846d06a1',
} as const;

/** Under what a contract has typed data signed; Permit2 has no version. */
export interface Domain {
  readonly name: string;
  readonly version?: string | undefined;
  readonly chainId: number | bigint;
  readonly contract: string;
}

/** What a digest is made of. */
export interface DigestInput {
  readonly kind: PermitKind;
  readonly chainId: number;
  readonly approvalProxy: string;
  readonly payer: string;
  readonly currency: string;
  readonly amount: bigint;
  readonly token?: { readonly name: string; readonly version: string } | undefined;
  readonly plan: Plan;
}

/** Contents of the digest of an allowance. */
export type AllowanceDigestInput = DigestInput & { readonly nonce: bigint };

type Keccak = (bytes: Uint8Array) => Uint8Array;

function hashing(keccak: Keccak): {
  readonly hash: (hex: string) => string;
  readonly textHash: (text: string) => string;
} {
  return {
    hash: (hex) => bytesToHex(keccak(hexToBytes(`0x${hex}`))).slice(2),
    textHash: (text) => bytesToHex(keccak(new TextEncoder().encode(text))).slice(2),
  };
}

/** Hash of a domain, as contracts tell it in `DOMAIN_SEPARATOR()`. */
export function domainSeparator(
  { name, version, chainId, contract }: Domain,
  keccak: Keccak,
): string {
  const { hash, textHash } = hashing(keccak);
  const place = [uintWord(BigInt(chainId)), addressWord(contract)];
  const words =
    version === undefined
      ? [typeHashes.plainDomain, textHash(name), ...place]
      : [typeHashes.domain, textHash(name), textHash(version), ...place];
  return `0x${hash(words.join(''))}`;
}

/** The 32 bytes that a payer's key signs for `allowanceMessage`. */
export function allowanceDigest(
  { chainId, approvalProxy, payer, currency, amount, token, plan, nonce }: AllowanceDigestInput,
  keccak: Keccak,
): Uint8Array {
  const { hash } = hashing(keccak);
  const domain = domainSeparator(
    { name: token?.name ?? '', version: token?.version ?? '', chainId, contract: currency },
    keccak,
  );
  const struct = hash(
    [
      typeHashes.allowance,
      addressWord(payer),
      addressWord(approvalProxy),
      uintWord(amount),
      uintWord(nonce),
      uintWord(BigInt(plan.deadline)),
    ].join(''),
  );
  return keccak(hexToBytes(`0x1901${domain.slice(2)}${struct}`));
}

/** The 32 bytes that a payer's key signs for `permitMessage`. */
export function permitDigest(input: DigestInput, keccak: Keccak): Uint8Array {
  const { hash } = hashing(keccak);
  const { kind, chainId, approvalProxy, payer, currency, amount, token, plan } = input;
  const planHash = hashPlan(plan, keccak).slice(2);
  const deadline = uintWord(BigInt(plan.deadline));
  if (kind === 'eip3009') {
    const domain = domainSeparator(
      { name: token?.name ?? '', version: token?.version ?? '', chainId, contract: currency },
      keccak,
    );
    const struct = hash(
      [
        typeHashes.receive,
        addressWord(payer),
        addressWord(approvalProxy),
        uintWord(amount),
        uintWord(0n),
        deadline,
        planHash,
      ].join(''),
    );
    return keccak(hexToBytes(`0x1901${domain.slice(2)}${struct}`));
  }
  if (kind === 'eip2612') {
    const domain = domainSeparator({ ...proxyDomain, chainId, contract: approvalProxy }, keccak);
    const struct = hash(
      [
        typeHashes.transfer,
        addressWord(payer),
        addressWord(currency),
        uintWord(amount),
        planHash,
      ].join(''),
    );
    return keccak(hexToBytes(`0x1901${domain.slice(2)}${struct}`));
  }
  const domain = domainSeparator({ name: 'Permit2', chainId, contract: permit2 }, keccak);
  const permitted = hash(
    [typeHashes.permissions, addressWord(currency), uintWord(amount)].join(''),
  );
  const struct = hash(
    [
      typeHashes.witness,
      permitted,
      addressWord(approvalProxy),
      plan.salt.slice(2),
      deadline,
      planHash,
    ].join(''),
  );
  return keccak(hexToBytes(`0x1901${domain.slice(2)}${struct}`));
}
