import { concat, encodeAbiParameters, getContractAddress, keccak256, type Hex } from 'viem';

/** Tokens of a pool, sorted by address. */
export interface PoolTokens {
  readonly token0: Hex;
  readonly token1: Hex;
}

/** Tokens of a V3 pool and its fee, in millionths. */
export interface FeePool extends PoolTokens {
  readonly feePips: number;
}

/** Hashes of the creation code of pools, as the published periphery contracts know them. */
const initCodeHashes = {
  v2: '0x96e8ac4277198ff8b6f785478aa9a39f403cb768dd02cbee326c3e7da348845f',
  v3: '0xe34f199b19b2b4f47f68442619d555527d244f78a3297ea89325f843f87b8b54',
} as const;

/** Address of the pair that a V2 factory creates for two tokens. */
export function v2PoolAddress(factory: Hex, { token0, token1 }: PoolTokens): Hex {
  return getContractAddress({
    opcode: 'CREATE2',
    from: factory,
    salt: keccak256(concat([token0, token1])),
    bytecodeHash: initCodeHashes.v2,
  });
}

/** Address of the pool that a V3 factory creates for two tokens and a fee. */
export function v3PoolAddress(factory: Hex, { token0, token1, feePips }: FeePool): Hex {
  const salt = keccak256(
    encodeAbiParameters(
      [{ type: 'address' }, { type: 'address' }, { type: 'uint24' }],
      [token0, token1, feePips],
    ),
  );
  return getContractAddress({
    opcode: 'CREATE2',
    from: factory,
    salt,
    bytecodeHash: initCodeHashes.v3,
  });
}
