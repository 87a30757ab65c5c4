import { evmChain } from '@portage/devnet';
import { casesOf, eventually } from '@portage/testing';
import { erc20Abi, parseAbiItem, type Hex } from 'viem';
import { describe, expect, test } from 'vitest';
import { auditStopped } from './openDatabase.js';
import { untilSettled } from './untilSettled.js';
import { useServices } from './useServices.js';

const services = useServices({ accounts: 1, blockTimeSeconds: 0.25 });
const approval = parseAbiItem(
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
);

/** The filler's allowance of the solver's USDC on the destination, and the approvals behind it. */
function watchAllowance() {
  const { description } = services.devnet;
  const client = services.devnet.client(10);
  const { tokens, contracts } = evmChain(description, 10);
  const [owner, spender, token]: readonly Hex[] = [
    description.roles.solver.address,
    contracts.filler,
    tokens.usdc.address,
  ];
  if (owner === undefined || spender === undefined || token === undefined)
    throw new Error('The devnet has a solver, a filler and USDC.');
  return {
    forget: () =>
      client.request({
        method: 'anvil_setERC20Allowance' as never,
        params: [owner, spender, token, '0x0'] as never,
      }),
    read: () =>
      client.readContract({
        address: token,
        abi: erc20Abi,
        functionName: 'allowance',
        args: [owner, spender],
      }),
    approvals: async () =>
      (
        await client.getLogs({
          address: token,
          event: approval,
          args: { owner, spender },
          fromBlock: 0n,
        })
      ).length,
  };
}

const audit = (): Promise<readonly unknown[]> => auditStopped(services.dataDir, services.devnet);

describe('kill -9', () => {
  test.each(
    casesOf({
      daily: ['relay-stored'],
      nightly: ['relay-settlement', 'relay-stored', 'relay-sent'],
    }),
  )('G26: at %s: each allowance is granted once', async (point) => {
    const allowance = watchAllowance();
    await allowance.forget();
    const before = await allowance.approvals();
    const doomed = services.start({ PORTAGE_FAILPOINT: point });
    expect(await doomed.ended).toEqual({ code: null, signal: 'SIGKILL' });

    const service = services.start();
    await service.url;
    await eventually(
      () => allowance.read(),
      (amount) => amount > 2n ** 255n,
      { what: 'the allowance' },
    );
    await untilSettled(services.dataDir, services.devnet);
    expect(await allowance.approvals()).toBe(before + 1);
    expect(await service.stop()).toEqual({ code: 0, signal: null });
    expect(await audit()).toEqual([]);
  });
});
