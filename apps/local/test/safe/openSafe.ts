import { testSafeAbi, testWalletAbi } from '@portage/contracts';
import { testSafeBytecode, testWalletBytecode } from '@portage/contracts/bytecode';
import {
  concat,
  createPublicClient,
  createWalletClient,
  http,
  numberToHex,
  pad,
  size,
  slice,
  type Hex,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { expect } from 'vitest';
import type { TestSystem } from '../testSystem.js';

/** How an owner signs the hash of the wallet's message. */
type Way = 'key' | 'personal' | 'approved' | 'contract';

/** Owners that sign, by their index, and how each does. */
export type Ways = Readonly<Record<number, Way>>;

/**
 * A wallet of five owners on a chain, of whom three sign as those of a Safe do: four are keys, and
 * the last is a contract with a key of its own.
 */
export interface TestedSafe {
  readonly address: Hex;
  /** Makes a call of the wallet; its first owner acts alone. */
  act(call: { readonly to: Hex; readonly value: bigint; readonly data: Hex }): Promise<void>;
  /** Signatures of owners over a hash that the wallet is asked about, by rising address. */
  signAs(ways: Ways, hash: Hex): Promise<Hex>;
  /** Signs a hash on the chain, after which the empty signature is the wallet's own. */
  signOnChain(hash: Hex): Promise<void>;
}

/** Deploys a wallet of five owners, with keys of the devnet. */
export async function openSafe(system: TestSystem, chainId: 10 | 8453): Promise<TestedSafe> {
  const keyOf = (index: number) => privateKeyToAccount(system.privateKey(index));
  const transport = () => http(system.chain(chainId).rpcUrl);
  const node = createPublicClient({ transport: transport(), pollingInterval: 100 });
  const walletOf = (index: number) =>
    createWalletClient({ account: keyOf(index), transport: transport() });
  const mined = async (hash: Hex) => {
    const receipt = await node.waitForTransactionReceipt({ hash });
    expect(receipt.status).toBe('success');
    return receipt;
  };
  const deploy = async (args: Parameters<ReturnType<typeof walletOf>['deployContract']>[0]) => {
    const { contractAddress } = await mined(await walletOf(0).deployContract(args));
    return contractAddress!.toLowerCase() as Hex;
  };
  const contract = await deploy({
    chain: null,
    abi: testWalletAbi,
    bytecode: testWalletBytecode,
    args: [keyOf(4).address],
  });
  const owners = [...[0, 1, 2, 3].map((index) => keyOf(index).address), contract];
  const address = await deploy({
    chain: null,
    abi: testSafeAbi,
    bytecode: testSafeBytecode,
    args: [owners, 3n],
  });
  const safe = { chain: null, abi: testSafeAbi, address } as const;

  /** Part of an owner, 65 bytes, and what stands behind all parts where it is a contract. */
  const partOf = async (index: number, hash: Hex, way: Way): Promise<readonly [Hex, Hex?]> => {
    const part = (word: Hex, end: Hex): Hex =>
      concat([pad(owners[index]!, { size: 32 }), pad(word, { size: 32 }), end]);
    if (way === 'key') return [await keyOf(index).sign({ hash })];
    if (way === 'contract')
      return [part(numberToHex(195), '0x00'), await keyOf(index).sign({ hash })];
    if (way === 'approved') {
      await mined(
        await walletOf(index).writeContract({ ...safe, functionName: 'approveHash', args: [hash] }),
      );
      return [part('0x', '0x01')];
    }
    const signature = await keyOf(index).signMessage({ message: { raw: hash } });
    const v = Number(`0x${signature.slice(130)}`) + 4;
    return [concat([slice(signature, 0, 64), numberToHex(v)])];
  };

  return {
    address,
    act: async ({ to, value, data }) => {
      await mined(
        await walletOf(0).writeContract({
          ...safe,
          functionName: 'execute',
          args: [to, value, data],
        }),
      );
    },
    signAs: async (ways, hash) => {
      const message = await node.readContract({
        ...safe,
        functionName: 'messageHash',
        args: [hash],
      });
      const addressOf = (index: number): bigint => BigInt(owners[index] ?? keyOf(index).address);
      const indexes = Object.keys(ways).map(Number);
      indexes.sort((a, b) => (addressOf(a) < addressOf(b) ? -1 : 1));
      const parts = await Promise.all(indexes.map((index) => partOf(index, message, ways[index]!)));
      const behind = parts.flatMap(([, own]) =>
        own === undefined ? [] : [numberToHex(size(own), { size: 32 }), own],
      );
      return concat([...parts.map(([part]) => part), ...behind]);
    },
    signOnChain: async (hash) => {
      await mined(
        await walletOf(0).writeContract({ ...safe, functionName: 'signMessage', args: [hash] }),
      );
    },
  };
}
