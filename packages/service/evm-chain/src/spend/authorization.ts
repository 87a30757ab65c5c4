import { assert, bytesToHex, hexToBytes, type Authorization } from '@portage/core';
import { Point, recoverPublicKey } from '@noble/secp256k1';
import type { Keccak } from '@portage/evm/abi';
import type { Delegation } from './planData.js';
import { rlpBytes, rlpList, rlpScalar } from './rlp.js';

/** First byte of the bytes to sign (EIP-7702). */
const magic = '05';

/** The fields that are signed, as RLP. */
function terms({ chainId, address, nonce }: Authorization): string {
  return (
    rlpScalar(BigInt(chainId)) + rlpBytes(address.slice(2).toLowerCase()) + rlpScalar(BigInt(nonce))
  );
}

/** One entry of a transaction's list of authorizations as RLP, hex. */
export function encodeAuthorization(authorization: Authorization): string {
  const { yParity, r, s } = authorization;
  return rlpList(
    terms(authorization) + rlpScalar(BigInt(yParity)) + rlpScalar(BigInt(r)) + rlpScalar(BigInt(s)),
  );
}

/**
 * The account that signed an authorization, lower case; undefined where no account did: chains pass
 * over a signature whose `s` is in the upper half or that is no point of the curve, and over zeros.
 */
export function recoverAuthority(authorization: Authorization, keccak: Keccak): string | undefined {
  const { r, s, yParity } = authorization;
  if (BigInt(s) > Point.CURVE().n / 2n || (yParity !== 0 && yParity !== 1)) return undefined;
  const digest = keccak(hexToBytes(`0x${magic}${rlpList(terms(authorization))}`));
  try {
    const signature = hexToBytes(`0x0${String(yParity)}${r.slice(2)}${s.slice(2)}`);
    const key = Point.fromBytes(recoverPublicKey(signature, digest, { prehash: false })).toBytes(
      false,
    );
    return bytesToHex(keccak(key.subarray(1)).subarray(12));
  } catch {
    return undefined; // The signature belongs to nobody.
  }
}

/**
 * Delegations of accounts once their authorizations took effect. They are checked by then.
 */
export function delegationsOf(
  authorizations: readonly Authorization[],
  keccak: Keccak,
): readonly Delegation[] {
  return authorizations.map((authorization) => {
    const account = recoverAuthority(authorization, keccak);
    assert(account !== undefined, 'an authorization that nobody signed is refused before');
    return { account, delegate: authorization.address.toLowerCase() };
  });
}
