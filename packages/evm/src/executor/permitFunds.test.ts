import { decodeFunctionData, encodeFunctionResult, erc20Abi, type WalletClient } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { createEvmExecutor } from './createEvmExecutor.js';

const owner = privateKeyToAccount(`0x${'11'.repeat(32)}`);
const token = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913';
const spender = '0x3333333333333333333333333333333333333333';
const permit2 = '0x000000000022d473030f116ddee9f6b43ac78ba3';

const fields = (text: string) =>
  text.split(', ').map((field) => {
    const [type = '', name = ''] = field.split(' ');
    return { type, name };
  });
const tokenDomain = { name: 'USD Coin', version: '2', chainId: 8453, verifyingContract: token };
const times = 'uint256 validAfter, uint256 validBefore, bytes32 nonce';

/** Permits of 100 in each form that a wallet is asked to sign. */
const permits = {
  'EIP-2612': {
    domain: tokenDomain,
    types: {
      Permit: fields(
        'address owner, address spender, uint256 value, uint256 nonce, uint256 deadline',
      ),
    },
    primaryType: 'Permit',
    value: { owner: owner.address, spender, value: '100', nonce: '0', deadline: '9000' },
  },
  'EIP-3009': {
    domain: tokenDomain,
    types: {
      ReceiveWithAuthorization: fields(`address from, address to, uint256 value, ${times}`),
    },
    primaryType: 'ReceiveWithAuthorization',
    value: {
      from: owner.address,
      to: spender,
      value: '100',
      validAfter: '0',
      validBefore: '9000',
      nonce: `0x${'07'.repeat(32)}`,
    },
  },
  Permit2: {
    domain: { name: 'Permit2', chainId: 8453, verifyingContract: permit2 },
    types: {
      PermitTransferFrom: fields(
        'TokenPermissions permitted, address spender, uint256 nonce, uint256 deadline',
      ),
      TokenPermissions: fields('address token, uint256 amount'),
    },
    primaryType: 'PermitTransferFrom',
    value: { permitted: { token, amount: '100' }, spender, nonce: '0', deadline: '9000' },
  },
} as const;

/** Balance that the chain tells; undefined for a chain that cannot be read. */
function walletThatHolds(held: bigint | undefined) {
  const prompts: string[] = [];
  const wallet = {
    account: owner,
    getChainId: () => Promise.resolve(8453),
    signTypedData: async (typed: Parameters<typeof owner.signTypedData>[0]) => {
      prompts.push(typed.primaryType);
      return await owner.signTypedData(typed);
    },
    request: ({
      method,
      params,
    }: {
      method: string;
      params: readonly { data: `0x${string}` }[];
    }) => {
      if (held === undefined || method !== 'eth_call') return Promise.reject(new Error('away'));
      const { functionName } = decodeFunctionData({ abi: erc20Abi, data: params[0]!.data });
      if (functionName === 'decimals')
        return Promise.resolve(encodeFunctionResult({ abi: erc20Abi, functionName, result: 6 }));
      return Promise.resolve(
        functionName === 'balanceOf'
          ? encodeFunctionResult({ abi: erc20Abi, functionName, result: held })
          : '0x',
      );
    },
  } as unknown as WalletClient; // The members that signing asks for.
  return { wallet, prompts };
}

function sign(form: keyof typeof permits, wallet: WalletClient) {
  const data = {
    sign: { signatureKind: 'eip712', ...permits[form] },
    post: { endpoint: '/execute/permits', method: 'POST', body: {} },
  };
  const step = { id: 'authorize1', action: '', description: '', kind: 'signature', items: [] };
  const task = createEvmExecutor({ wallet }).claim(
    { status: 'incomplete', data } as never,
    step as never,
  );
  return task!.submit({ signal: new AbortController().signal, onReplaced: () => undefined });
}

describe.each(Object.keys(permits) as (keyof typeof permits)[])('P14: a permit of %s', (form) => {
  it('of more than the account holds is refused before the wallet is asked', async () => {
    const { wallet, prompts } = walletThatHolds(99n);
    await expect(sign(form, wallet)).rejects.toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
      context: { chainId: 8453, currency: token, held: '99', needed: '100' },
      message: `The account holds 0.000099 of ${token}, and 0.0001 are needed (smallest units: 99 and 100).`,
    });
    expect(prompts).toEqual([]);
  });

  it.each([100n, undefined])(
    'is signed with %s, undefined where it cannot be read',
    async (held) => {
      const { wallet, prompts } = walletThatHolds(held);
      expect(await sign(form, wallet)).toMatchObject({ type: 'signature' });
      expect(prompts).toHaveLength(1);
    },
  );
});
