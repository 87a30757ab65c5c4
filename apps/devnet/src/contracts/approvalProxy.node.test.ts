import {
  approvalProxyAbi,
  approvalProxyDomain,
  permit2PlanTypes,
  routerAbi,
  transferTypes,
} from '@portage/contracts';
import {
  encodeFunctionData,
  erc20Abi,
  getTypesForEIP712Domain,
  hashStruct,
  maxUint256,
  parseUnits,
  zeroHash,
  type Hex,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDevnet, devnetChains, evmChain, type Devnet } from '../index.js';

/**
 * Signatures made by viem, against the real Permit2 and a dollar with EIP-3009. Any account
 * submits them, for the signed plan alone.
 */
const chainId = 8453;
const amount = parseUnits('25', 6);
const receiveWithAuthorization = [
  { name: 'from', type: 'address' },
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'validAfter', type: 'uint256' },
  { name: 'validBefore', type: 'uint256' },
  { name: 'nonce', type: 'bytes32' },
] as const;
let devnet: Devnet;

beforeAll(async () => {
  devnet = await createDevnet({
    chains: devnetChains.filter(({ id }) => id === chainId),
    ports: [0],
    controlPort: 0,
  });
});
afterAll(async () => {
  await devnet.close();
});

const chain = () => evmChain(devnet.description, chainId);
const client = () => devnet.client(chainId);
const accountOf = (index: number) =>
  privateKeyToAccount(devnet.description.accounts[index]!.privateKey);
const dollars = (owner: Hex): Promise<bigint> =>
  client().readContract({
    address: chain().tokens.usdc.address,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [owner],
  });

/** Plan that pays a fresh account everything that is pulled. */
function planOf(owner: Hex) {
  const account = privateKeyToAccount(generatePrivateKey()).address;
  const settlement = {
    id: zeroHash,
    account,
    token: chain().tokens.usdc.address,
    minimum: amount,
    maximum: maxUint256,
  };
  return {
    calls: [],
    settlement,
    touched: [],
    refundTo: owner,
    deadline: maxUint256,
    salt: generatePrivateKey(),
  };
}

/** Sends calldata from an account without a part in it; throws if it would revert. */
async function submit(to: Hex, data: Hex, from = accountOf(9)): Promise<void> {
  const hash = await client().sendTransaction({ account: from, to, data });
  await devnet.mine(chainId);
  expect((await client().waitForTransactionReceipt({ hash })).status).toBe('success');
}

describe('the approval proxy', () => {
  test('takes a Permit2 transfer for the plan that is its witness, once', async () => {
    const owner = accountOf(1);
    const { approvalProxy, permit2 } = chain().contracts;
    const token = chain().tokens.usdc.address;
    await submit(
      token,
      encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [permit2, maxUint256] }),
      owner,
    );
    const plan = planOf(owner.address);
    const permit = { permitted: { token, amount }, nonce: 7n, deadline: maxUint256 };
    const signature = await owner.signTypedData({
      domain: { name: 'Permit2', chainId, verifyingContract: permit2 },
      types: permit2PlanTypes,
      primaryType: 'PermitWitnessTransferFrom',
      message: { ...permit, spender: approvalProxy, witness: plan },
    });
    const pull = (changed: typeof plan): Hex =>
      encodeFunctionData({
        abi: approvalProxyAbi,
        functionName: 'pullPermit2',
        args: [owner.address, permit, changed, signature],
      });
    await expect(
      submit(approvalProxy, pull({ ...plan, refundTo: accountOf(9).address })),
    ).rejects.toThrow();
    await submit(approvalProxy, pull(plan));
    expect(await dollars(plan.settlement.account)).toBe(amount);
    await expect(submit(approvalProxy, pull(plan))).rejects.toThrow();
  });

  test('takes a signed transfer for its plan', async () => {
    const owner = accountOf(2);
    const { approvalProxy } = chain().contracts;
    const token = chain().tokens.usdc.address;
    await submit(
      token,
      encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [approvalProxy, amount] }),
      owner,
    );
    const plan = planOf(owner.address);
    const message = { owner: owner.address, token, amount, plan };
    const signature = await owner.signTypedData({
      domain: approvalProxyDomain({ chainId, approvalProxy }),
      types: transferTypes,
      primaryType: 'Transfer',
      message,
    });
    const noPermit = { deadline: 0n, v: 0, r: zeroHash, s: zeroHash };
    await submit(
      approvalProxy,
      encodeFunctionData({
        abi: approvalProxyAbi,
        functionName: 'pullSigned',
        args: [owner.address, token, amount, plan, noPermit, signature],
      }),
    );
    expect(await dollars(plan.settlement.account)).toBe(amount);
  });

  test('takes an EIP-3009 authorisation whose nonce is the hash of the plan', async () => {
    const owner = accountOf(3);
    const { approvalProxy, router } = chain().contracts;
    const token = chain().tokens.usdc.address;
    const plan = planOf(owner.address);
    const { Plan, PlanCall, Settlement } = transferTypes;
    const nonce = hashStruct({
      data: plan,
      primaryType: 'Plan',
      types: {
        Plan,
        PlanCall,
        Settlement,
        EIP712Domain: getTypesForEIP712Domain({ domain: undefined }),
      },
    });
    expect(
      await client().readContract({
        address: router,
        abi: routerAbi,
        functionName: 'hashPlan',
        args: [plan],
      }),
    ).toBe(nonce);
    const times = { validAfter: 0n, validBefore: maxUint256 };
    const signature = await owner.signTypedData({
      domain: { name: 'USD Coin', version: '2', chainId, verifyingContract: token },
      types: { ReceiveWithAuthorization: receiveWithAuthorization },
      primaryType: 'ReceiveWithAuthorization',
      message: { from: owner.address, to: approvalProxy, value: amount, ...times, nonce },
    });
    const parts = {
      r: `0x${signature.slice(2, 66)}`,
      s: `0x${signature.slice(66, 130)}`,
      v: Number.parseInt(signature.slice(130), 16),
    } as const;
    await submit(
      approvalProxy,
      encodeFunctionData({
        abi: approvalProxyAbi,
        functionName: 'pullAuthorized',
        args: [owner.address, token, amount, plan, { ...times, ...parts }],
      }),
    );
    expect(await dollars(plan.settlement.account)).toBe(amount);
  });
});
