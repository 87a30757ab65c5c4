import { testUsdcAbi, wethAbi } from '@portage/contracts';
import { encodeFunctionData, erc20Abi, maxUint256, parseEther, parseUnits, type Hex } from 'viem';
import type { DevnetAccount, Role } from './deriveAccounts.js';
import type { Deployment } from './planContracts.js';
import type { Batch } from './sendBatch.js';

/**
 * Native balances of the roles in the first block; the users' come with the phrase (10,000 ETH
 * each).
 */
export const genesisEther: Readonly<Record<Role, bigint>> = {
  solver: parseEther('200000'),
  allocator: 0n,
  owner: parseEther('1000'),
  guardian: parseEther('10'),
  faucet: parseEther('1000000000'),
};

/** Native balance of the bridge's relayer in the first block. */
export const bridgeRelayerEther = parseEther('1000');

const solverUsdc = parseUnits('100000000', 6);
const solverWeth = parseEther('100000');
/** Slug of the chain on which the solver has plenty of the bridged token. */
const bridgedHome = 'base';
const solverUsdt = { home: parseUnits('1000000', 6), others: parseUnits('1000', 6) };
const bridgeUsdt = parseUnits('100000000', 6);
const userUsdt = parseUnits('100000', 6);
const userUsdc = parseUnits('1000000', 6);
const userDai = parseUnits('1000000', 18);
/** Funds of the faucet's account for the pools. */
const poolFunds = {
  usdc: parseUnits('100000000', 6),
  dai: parseUnits('100000000', 18),
  wbtc: parseUnits('1000', 8),
};

/** Accounts of a chain. */
export interface FundedAccounts {
  /** Slug of the chain. */
  readonly slug: string;
  readonly roles: Readonly<Record<Role, DevnetAccount>>;
  readonly users: readonly DevnetAccount[];
}

/**
 * Plans the funds of the accounts: the solver's inventory, which the filler may pull, some USDC and
 * DAI for every user, and the pools' funds for the faucet.
 */
export function planFunds(
  { slug, roles, users }: FundedAccounts,
  deployment: Deployment,
): readonly Batch[] {
  const { usdc, weth, dai, wbtc, usdt, filler, bridge } = deployment;
  const mint = (to: Hex, amount: bigint, token = usdc) => ({
    to: token,
    data: encodeFunctionData({ abi: testUsdcAbi, functionName: 'mint', args: [to, amount] }),
  });
  const approve = (token: Hex, spender = filler) => ({
    to: token,
    data: encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [spender, maxUint256],
    }),
  });
  const faucet = roles.faucet.address;
  const owners = [
    mint(faucet, poolFunds.usdc),
    mint(faucet, poolFunds.dai, dai),
    mint(faucet, poolFunds.wbtc, wbtc),
    mint(roles.solver.address, solverUsdc),
    mint(roles.solver.address, slug === bridgedHome ? solverUsdt.home : solverUsdt.others, usdt),
    mint(bridge, bridgeUsdt, usdt),
    ...users.flatMap((user) => [
      mint(user.address, userUsdc),
      mint(user.address, userDai, dai),
      mint(user.address, userUsdt, usdt),
    ]),
  ];
  const solvers = [
    {
      to: weth,
      value: solverWeth,
      data: encodeFunctionData({ abi: wethAbi, functionName: 'deposit' }),
    },
    approve(usdc),
    approve(weth),
    approve(usdt),
    approve(dai),
    approve(wbtc),
    approve(usdt, bridge),
  ];
  return [
    { sender: roles.owner, transactions: owners },
    { sender: roles.solver, transactions: solvers },
  ];
}
