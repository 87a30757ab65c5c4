export { callRunnerBytecode } from './generated/bytecode/callRunner.js';
export { depositAddressBytecode } from './generated/bytecode/depositAddress.js';
export { depositAddressesBytecode } from './generated/bytecode/depositAddresses.js';
export { depositoryBytecode } from './generated/bytecode/depository.js';
export { fillerBytecode } from './generated/bytecode/filler.js';
export { testTokenBytecode } from './generated/bytecode/testToken.js';
export { testUsdcBytecode } from './generated/bytecode/testUsdc.js';
export { wethBytecode } from './generated/bytecode/weth.js';
