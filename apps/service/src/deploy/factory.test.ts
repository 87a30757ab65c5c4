import { getContractAddress, parseTransaction, recoverTransactionAddress } from 'viem';
import { expect, test } from 'vitest';
import {
  factoryAddress,
  factoryCode,
  factoryCost,
  factoryGasPrice,
  factorySender,
  factoryTransaction,
} from './factory.js';

test('the transaction of the factory creates it, for what is said', async () => {
  const sender = await recoverTransactionAddress({
    serializedTransaction: factoryTransaction as `0x02${string}`,
  });
  expect(sender).toBe(factorySender);
  expect(getContractAddress({ from: sender, nonce: 0n })).toBe(factoryAddress);
  const { gas = 0n, gasPrice, chainId, data = '0x' } = parseTransaction(factoryTransaction);
  expect(gasPrice).toBe(factoryGasPrice);
  expect(gas * factoryGasPrice).toBe(factoryCost);
  expect(chainId).toBeUndefined();
  expect(data.endsWith(factoryCode.slice(2))).toBe(true);
});
