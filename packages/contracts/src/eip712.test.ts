import { readFileSync } from 'node:fs';
import { hashTypedData, recoverTypedDataAddress, toFunctionSelector, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { depositoryBytecode } from './bytecode.js';
import type { Hex } from './hex.js';
import { depositoryAbi, withdrawalDomain, withdrawalTypes } from './index.js';

interface Vector {
  readonly name: string;
  readonly chainId: number;
  readonly depository: Hex;
  readonly message: {
    readonly releases: readonly {
      readonly id: Hex;
      readonly depositor: Hex;
      readonly amount: string;
    }[];
    readonly token: Hex;
    readonly to: Hex;
    readonly amount: string;
    readonly nonce: string;
    readonly expiry: string;
  };
  readonly digest: Hex;
  readonly signature: Hex;
}

interface Vectors {
  readonly allocatorPrivateKey: Hex;
  readonly allocator: Hex;
  readonly cases: readonly Vector[];
}

// The same file is checked from Solidity in `test/Vectors.t.sol`.
const parsed: unknown = JSON.parse(
  readFileSync(new URL('../test/vectors/withdrawal.json', import.meta.url), 'utf8'),
);
if (!isVectors(parsed)) throw new Error('test/vectors/withdrawal.json holds no vectors');
const vectors: Vectors = parsed;

function isVectors(value: unknown): value is Vectors {
  return (
    typeof value === 'object' &&
    value !== null &&
    'allocatorPrivateKey' in value &&
    'cases' in value
  );
}

function typedData({ chainId, depository, message }: Vector) {
  return {
    domain: withdrawalDomain({ chainId, depository }),
    types: withdrawalTypes,
    primaryType: 'Withdrawal',
    message: {
      ...message,
      releases: message.releases.map((release) => ({ ...release, amount: BigInt(release.amount) })),
      amount: BigInt(message.amount),
      nonce: BigInt(message.nonce),
      expiry: BigInt(message.expiry),
    },
  } as const;
}

describe('withdrawal vectors', () => {
  const allocator = privateKeyToAccount(vectors.allocatorPrivateKey);

  it.each(vectors.cases)('$name: digest', (vector) => {
    expect(hashTypedData(typedData(vector))).toBe(vector.digest);
  });

  it.each(vectors.cases)('$name: signature', async (vector) => {
    const { signature } = vector;
    expect(await allocator.signTypedData(typedData(vector))).toBe(signature);
    expect(await recoverTypedDataAddress({ ...typedData(vector), signature })).toBe(
      vectors.allocator,
    );
  });
});

describe('depository', () => {
  it('keeps the selectors that decoders know', () => {
    const selectors = depositoryAbi
      .filter((item) => item.type === 'function')
      .filter(({ name }) => name.startsWith('deposit') && name !== 'depositsPaused')
      .map((item) => [item.name, toFunctionSelector(item)]);
    expect(selectors).toEqual([
      ['depositErc20', '0xe8017952'],
      ['depositNative', '0x49290c1c'],
    ]);
  });

  it('signs under the name that the bytecode carries', () => {
    const { name } = withdrawalDomain({ chainId: 1, depository: '0x' });
    expect(depositoryBytecode).toContain(toHex(name).slice(2));
  });
});
