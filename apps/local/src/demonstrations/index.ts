import { bitcoinBridge } from './bitcoin.js';
import { bitcoinDepositAddress } from './bitcoinDepositAddress.js';
import { bridge } from './bridge.js';
import { callOnly } from './callOnly.js';
import { call7702, callMint, callReverts, topupGas } from './calls.js';
import { claimAppFee } from './claimAppFee.js';
import type { Demonstration } from './demonstration.js';
import { depositAddressBridge } from './depositAddress.js';
import { depositDirect } from './depositDirect.js';
import { earningsCollected } from './earnings.js';
import { externalLiquidity } from './externalLiquidity.js';
import { fastFillUsdc } from './fastFill.js';
import { exactOutput, sponsoredFully, sponsoredToCap, twoAppFees } from './fees.js';
import { gasless7702 } from './gasless.js';
import { permitEip2612, permitEip3009, permitPermit2 } from './permit.js';
import { rebalancingReward } from './rebalancing.js';
import { reclaimRefusedAfterFill } from './reclaim.js';
import { refundExpired } from './refund.js';
import { sendSameChain } from './send.js';
import { solanaSponsoredRent } from './solana.js';
import { solanaCall } from './solanaCall.js';
import { solanaDepositAddress } from './solanaDepositAddress.js';
import { withdrawFrom } from './withdraw.js';
import {
  solanaJupiter,
  solanaSwapDestination,
  solanaSwapOrigin,
  solanaSwapSameChain,
  solanaTokenToToken,
  swapSameChain,
  swapTokenToToken,
} from './swap.js';

/** Every demonstration, in the order that `--list` prints. */
export const demonstrations: readonly Demonstration[] = [
  bridge({ name: 'bridge-eth-base-optimism', from: 'eth@base', to: 'eth@optimism', amount: '0.1' }),
  bridge({
    name: 'bridge-eth-optimism-base',
    from: 'eth@optimism',
    to: 'eth@base',
    amount: '0.25',
  }),
  bridge({
    name: 'bridge-usdc-base-optimism',
    from: 'usdc@base',
    to: 'usdc@optimism',
    amount: '125.5',
  }),
  bridge({
    name: 'bridge-usdc-optimism-base',
    from: 'usdc@optimism',
    to: 'usdc@base',
    amount: '40',
  }),
  bridge({ name: 'bridge-eth-to-usdc', from: 'eth@base', to: 'usdc@optimism', amount: '0.05' }),
  bridge({ name: 'bridge-usdc-to-eth', from: 'usdc@optimism', to: 'eth@base', amount: '300' }),
  sponsoredFully,
  sponsoredToCap,
  twoAppFees,
  exactOutput,
  rebalancingReward,
  permitEip3009,
  permitPermit2,
  gasless7702,
  permitEip2612,
  refundExpired,
  swapTokenToToken,
  swapSameChain,
  sendSameChain,
  callMint,
  callOnly,
  callReverts,
  call7702,
  topupGas,
  bridge({ name: 'solana-sol-to-eth', from: 'sol@solana', to: 'eth@base', amount: '2' }),
  bridge({ name: 'solana-usdc-from-evm', from: 'usdc@base', to: 'usdc@solana', amount: '75' }),
  solanaSponsoredRent,
  solanaSwapOrigin,
  solanaSwapSameChain,
  solanaSwapDestination,
  solanaJupiter,
  solanaTokenToToken,
  solanaCall,
  bitcoinBridge({
    name: 'bitcoin-btc-to-usdc',
    from: 'btc@bitcoin',
    to: 'usdc@base',
    amount: '0.005',
  }),
  bitcoinBridge({ name: 'bitcoin-eth-to-btc', from: 'eth@base', to: 'btc@bitcoin', amount: '0.1' }),
  bitcoinBridge({
    name: 'bitcoin-btc-to-sol',
    from: 'btc@bitcoin',
    to: 'sol@solana',
    amount: '0.002',
  }),
  bitcoinDepositAddress,
  bridge({ name: 'exchange-deposit', from: 'usdc@base', to: 'usdc@lighter', amount: '60' }),
  bridge({ name: 'exchange-withdraw-evm', from: 'usdc@lighter', to: 'usdc@base', amount: '90' }),
  bridge({
    name: 'exchange-withdraw-solana',
    from: 'usdc@lighter',
    to: 'usdc@solana',
    amount: '45',
  }),
  depositAddressBridge,
  solanaDepositAddress,
  depositDirect,
  earningsCollected,
  reclaimRefusedAfterFill,
  withdrawFrom({ name: 'withdraw-evm', from: 'eth@base', amount: '0.3' }),
  withdrawFrom({ name: 'withdraw-solana', from: 'sol@solana', amount: '1.5' }),
  withdrawFrom({ name: 'withdraw-bitcoin', from: 'btc@bitcoin', amount: '0.01' }),
  withdrawFrom({ name: 'withdraw-exchange', from: 'usdc@lighter', amount: '80' }),
  claimAppFee,
  fastFillUsdc,
  externalLiquidity,
];
