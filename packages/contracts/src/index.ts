export { callRunnerAbi } from './generated/abi/callRunner.js';
export { contractErrorsAbi } from './generated/abi/errors.js';
export { depositoryAbi } from './generated/abi/depository.js';
export { fillerAbi } from './generated/abi/filler.js';
export { testTokenAbi } from './generated/abi/testToken.js';
export { testUsdcAbi } from './generated/abi/testUsdc.js';
export { wethAbi } from './generated/abi/weth.js';
export type { Hex } from './hex.js';
export { withdrawalDomain, withdrawalTypes, type WithdrawalDomain } from './withdrawal.js';
