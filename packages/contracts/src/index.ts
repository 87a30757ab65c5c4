export { approvalProxyAbi } from './generated/abi/approvalProxy.js';
export { callRunnerAbi } from './generated/abi/callRunner.js';
export { contractErrorsAbi } from './generated/abi/errors.js';
export { depositAddressAbi } from './generated/abi/depositAddress.js';
export { depositAddressesAbi } from './generated/abi/depositAddresses.js';
export { depositoryAbi } from './generated/abi/depository.js';
export { fillerAbi } from './generated/abi/filler.js';
export { planRunnerAbi } from './generated/abi/planRunner.js';
export { routerAbi } from './generated/abi/router.js';
export { testBridgeAbi } from './generated/abi/testBridge.js';
export { testCollectibleAbi } from './generated/abi/testCollectible.js';
export { testBatchAccountAbi } from './generated/abi/testBatchAccount.js';
export { testCaliburAbi } from './generated/abi/testCalibur.js';
export { testExchangeGatewayAbi } from './generated/abi/testExchangeGateway.js';
export { testDelegateAbi } from './generated/abi/testDelegate.js';
export { testFeedAbi } from './generated/abi/testFeed.js';
export { testGasOracleAbi } from './generated/abi/testGasOracle.js';
export { testOddUsdcAbi } from './generated/abi/testOddUsdc.js';
export { testTokenAbi } from './generated/abi/testToken.js';
export { testUsdcAbi } from './generated/abi/testUsdc.js';
export { testSafeAbi } from './generated/abi/testSafe.js';
export { testWalletAbi } from './generated/abi/testWallet.js';
export { wethAbi } from './generated/abi/weth.js';
export type { Hex } from './hex.js';
export {
  approvalProxyDomain,
  permit2PlanTypes,
  transferTypes,
  type ApprovalProxyDomain,
} from './plan.js';
export { withdrawalDomain, withdrawalTypes, type WithdrawalDomain } from './withdrawal.js';
