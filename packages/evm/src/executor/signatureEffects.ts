import type { SignatureData } from '@portage/core';
import type { Effect, PermitEffect } from '@portage/core/executor';
import { permit2, proxyDomain } from '../contracts/permits.js';
import { planSettlement } from '../contracts/planSettlement.js';
import { hasKnownShape, type TypedData } from '../contracts/typedStructs.js';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Effects of a signature: permits of EIP-2612, EIP-3009 and Permit2 and transfers by an
 * approval proxy are read, everything else is unknown. Where a plan stands beside, and what is
 * signed is for this plan alone, what must come of the money is read, too.
 */
export function signatureEffects(sign: SignatureData['sign'], plan?: string): readonly Effect[] {
  if (sign.signatureKind === 'eip191')
    return [
      { type: 'unknown', chainId: 0, reason: `personal message "${sign.message.slice(0, 80)}"` },
    ];
  const chainId = chainOf(sign.domain['chainId']);
  // A wallet takes the members of the domain from here where they are named, and signs for another
  // domain than is shown.
  if (Object.hasOwn(sign.types, 'EIP712Domain'))
    return [{ type: 'unknown', chainId, reason: 'typed data that says itself what its domain is' }];
  try {
    const settlement = plan === undefined ? undefined : planSettlement(sign, plan);
    const permits = permitsOf(sign, chainId)?.map((permit) =>
      settlement === undefined ? permit : { ...permit, settlement },
    );
    return permits === undefined || permits.length === 0
      ? [{ type: 'unknown', chainId, reason: `typed data ${sign.primaryType}` }]
      : permits;
  } catch {
    // A member that is not what its type says cannot be signed as that type either.
    return [{ type: 'unknown', chainId, reason: `malformed typed data ${sign.primaryType}` }];
  }
}

function permitsOf(data: TypedData, chainId: number): readonly PermitEffect[] | undefined {
  const { primaryType, value } = data;
  const contract = address(data.domain['verifyingContract']);
  const permit = (
    spender: unknown,
    currency: unknown,
    amount: unknown,
    expiresAt: bigint,
  ): PermitEffect => ({
    type: 'permit',
    chainId,
    spender: address(spender),
    currency: address(currency),
    amount: uint(amount),
    expiresAt: Number(expiresAt),
  });
  if (!hasKnownShape(data.types, primaryType)) return undefined;
  if (primaryType === 'Permit')
    return [
      {
        ...permit(value['spender'], contract, value['value'], uint(value['deadline'])),
        isAllowance: true,
      },
    ];
  if (primaryType === 'Transfer') {
    if (data.domain['name'] !== proxyDomain.name) return undefined;
    return structs(value['plan']).map(({ deadline }) =>
      permit(contract, value['token'], value['amount'], uint(deadline)),
    );
  }
  if (primaryType === 'TransferWithAuthorization' || primaryType === 'ReceiveWithAuthorization') {
    return [permit(value['to'], contract, value['value'], uint(value['validBefore']))];
  }
  if (contract !== permit2) return undefined;
  if (primaryType.includes('TransferFrom')) {
    return structs(value['permitted']).map(({ token, amount }) =>
      permit(value['spender'], token, amount, uint(value['deadline'])),
    );
  }
  return structs(value['details']).map(({ token, amount, expiration }) =>
    permit(value['spender'], token, amount, larger(uint(expiration), uint(value['sigDeadline']))),
  );
}

function structs(value: unknown): readonly Fields[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.map((entry) => {
    if (typeof entry !== 'object' || entry === null) throw new TypeError('not a struct');
    return { ...entry };
  });
}

function address(value: unknown): string {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(value))
    throw new TypeError('not an address');
  return value.toLowerCase();
}

/** Digits and nothing else: wallets read other ways to write a number each in their own way. */
function uint(value: unknown): bigint {
  const text = typeof value === 'string' ? value : Number.isSafeInteger(value) ? String(value) : '';
  if (!/^(?:0|[1-9]\d{0,77})$/.test(text)) throw new TypeError('not a number');
  return BigInt(text);
}

/**
 * The chain of a domain; 0, which is none, where it is no plain number: only such a one becomes
 * part of what is signed.
 */
function chainOf(value: unknown): number {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
