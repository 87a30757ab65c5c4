import { createRequire } from 'node:module';
import { isHex, type Hex } from 'viem';

const artifacts = {
  v2Factory: '@uniswap/v2-core/build/UniswapV2Factory.json',
  v2Router: '@uniswap/v2-periphery/build/UniswapV2Router02.json',
  v3Factory: '@uniswap/v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory.json',
  v3PositionManager:
    '@uniswap/v3-periphery/artifacts/contracts/NonfungiblePositionManager.sol/NonfungiblePositionManager.json',
  v3Quoter: '@uniswap/v3-periphery/artifacts/contracts/lens/QuoterV2.sol/QuoterV2.json',
  swapRouter:
    '@uniswap/swap-router-contracts/artifacts/contracts/SwapRouter02.sol/SwapRouter02.json',
} as const;

/**
 * Reads the creation bytecode that Uniswap published in its packages. They are under GPL and a
 * lapsed BUSL, so no copy is kept here.
 */
export function readArtifact(name: keyof typeof artifacts): Hex {
  const artifact: unknown = createRequire(import.meta.url)(artifacts[name]);
  const code =
    typeof artifact === 'object' && artifact !== null && 'bytecode' in artifact
      ? artifact.bytecode
      : undefined;
  if (typeof code !== 'string') throw new Error(`${artifacts[name]} holds no bytecode.`);
  const hex = code.startsWith('0x') ? code : `0x${code}`;
  if (!isHex(hex) || hex.length < 1000) throw new Error(`${artifacts[name]} holds no bytecode.`);
  return hex;
}
