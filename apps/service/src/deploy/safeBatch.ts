import { depositoryAbi } from '@portage/contracts';
import { encodeFunctionData, type Address, type Hex } from 'viem';
import type { TokenLimit } from './contractSet.js';

/** Acts of an owner, in the shape that the transaction builder of Safe loads. */
export interface SafeBatch {
  readonly version: '1.0';
  readonly chainId: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly meta: {
    readonly name: string;
    readonly description: string;
    readonly createdFromSafeAddress: Address;
  };
  readonly transactions: readonly {
    readonly to: Address;
    readonly value: '0';
    readonly data: Hex;
    readonly contractMethod: null;
    readonly contractInputsValues: null;
  }[];
}

/** Owner, contract and chain of a batch. */
export interface BatchPlace {
  readonly chainId: number;
  readonly owner: Address;
  readonly depository: Address;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Batches that set the limits of tokens: the first announces them, the second lets them take effect
 * 48 hours after that. Pure.
 */
export function limitBatches(
  limits: readonly TokenLimit[],
  place: BatchPlace,
): { readonly propose: SafeBatch; readonly apply: SafeBatch } {
  const abi = depositoryAbi;
  return {
    propose: batch(place, {
      name: 'Portage: propose limits',
      description: 'Announces the limits of tokens. They can take effect after 48 hours.',
      calls: limits.map(({ token, limit }) =>
        encodeFunctionData({ abi, functionName: 'proposeLimit', args: [token, limit] }),
      ),
    }),
    apply: batch(place, {
      name: 'Portage: apply limits',
      description: 'Lets the limits take effect that were announced 48 hours ago.',
      calls: limits.map(({ token }) =>
        encodeFunctionData({ abi, functionName: 'applyLimit', args: [token] }),
      ),
    }),
  };
}

interface BatchText {
  readonly name: string;
  readonly description: string;
  readonly calls: readonly Hex[];
}

function batch(
  { chainId, owner, depository, now }: BatchPlace,
  { name, description, calls }: BatchText,
): SafeBatch {
  return {
    version: '1.0',
    chainId: String(chainId),
    createdAt: now,
    meta: { name, description, createdFromSafeAddress: owner },
    transactions: calls.map((data) => ({
      to: depository,
      value: '0',
      data,
      contractMethod: null,
      contractInputsValues: null,
    })),
  };
}
