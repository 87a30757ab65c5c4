import { testGasOracleAbi } from '@portage/contracts';
import { testGasOracleBytecode } from '@portage/contracts/bytecode';
import { evmChain } from '@portage/devnet';
import { parseEther, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { beforeAll, expect, test } from 'vitest';
import { parseConfiguration, type Service } from '../src/index.js';
import { getQuote, sendSteps } from './transfer.js';
import { twoChains, useDevnet } from './useDevnet.js';
import { watchStatus } from './watchStatus.js';

/** A rollup whose stand-in of an oracle says what data costs there: OP Mainnet. */
const local = useDevnet(twoChains);
let oracle: Hex;
let service: Service;

beforeAll(async () => {
  const client = local.devnet.client(10);
  const hash = await client.deployContract({
    account: owner(),
    chain: client.chain,
    abi: testGasOracleAbi,
    bytecode: testGasOracleBytecode,
  });
  oracle = (await client.waitForTransactionReceipt({ hash })).contractAddress ?? '0x';
  const configuration = parseConfiguration(local.devnet.description.configuration);
  const dataFee = { kind: 'op-stack', oracle };
  service = await local.serve({
    configuration: {
      ...configuration,
      chains: configuration.chains.map((chain) =>
        chain['slug'] === 'optimism' ? { ...chain, dataFee } : chain,
      ),
    },
  });
});

const owner = () => privateKeyToAccount(local.devnet.description.roles.faucet.privateKey);

async function setFee(wei: bigint): Promise<void> {
  const client = local.devnet.client(10);
  const hash = await client.writeContract({
    account: owner(),
    chain: client.chain,
    abi: testGasOracleAbi,
    address: oracle,
    functionName: 'setPrices',
    args: [wei, 0n],
  });
  await client.waitForTransactionReceipt({ hash });
}

/** 100 USDC to the rollup or from it. */
const quote = (to: 8453 | 10) => {
  const from = to === 10 ? 8453 : 10;
  const usdcOn = (id: number): Hex => evmChain(local.devnet.description, id).tokens.usdc.address;
  return getQuote(service.url ?? '', {
    user: local.devnet.description.accounts[0]!.address,
    recipient: '0x00000000000000000000000000000000000a11ce',
    originChainId: from,
    destinationChainId: to,
    amount: '100000000',
    originCurrency: usdcOn(from),
    destinationCurrency: usdcOn(to),
  });
};

test('what a rollup charges for data is in the gas of quotes, on either side, and fills go on', async () => {
  const fee = parseEther('0.0004'); // A dollar at 2500 USD.
  const gasOf = async (to: 8453 | 10): Promise<readonly [bigint, bigint]> => {
    const { fees } = await quote(to);
    return [BigInt(fees.relayerGas.amount), BigInt(fees.gas.amount)];
  };
  const [cheapFill] = await gasOf(10);
  const [, cheapDeposit] = await gasOf(8453);
  await setFee(fee);
  await expect.poll(async () => (await gasOf(10))[0] - cheapFill > 900_000n).toBe(true);
  expect((await gasOf(10))[0] - cheapFill).toBeLessThan(1_200_000n);
  // The payer sends an approval and a deposit there.
  const [, dearDeposit] = await gasOf(8453);
  expect(dearDeposit - cheapDeposit).toBeGreaterThan((fee * 18n) / 10n);
  const paid = await quote(10);
  expect(BigInt(paid.fees.relayerGas.amount)).toBeGreaterThan(900_000n);
  await sendSteps(local.devnet, local.devnet.description.accounts[0]!.privateKey, paid);
  const told = await watchStatus(service.url ?? '', paid.requestId);
  expect(told.at(-1)?.status).toBe('success');
});
