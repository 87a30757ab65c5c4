import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readMembers } from './members.js';

const base = { from: 'usdc@base', to: 'usdc@optimism', amount: '1' };

describe('readMembers', () => {
  it('says nothing of what was not asked for', async () => {
    expect(await readMembers(base)).toEqual({});
  });

  it('names a deposit address, a permit, a top-up, app fees and a sponsor as requests do', async () => {
    expect(
      await readMembers({
        ...base,
        depositAddress: true,
        recoveryAddress: '0xa1',
        refundTo: '0xb2',
        permit: true,
        permitExpiry: 60,
        ttl: 30,
      }),
    ).toEqual({
      useDepositAddress: true,
      recoveryAddress: '0xa1',
      refundTo: '0xb2',
      usePermit: true,
      permitExpiry: 60,
      ttl: 30,
    });
    expect(await readMembers({ ...base, topup: true, subsidize: true })).toEqual({
      topupGas: true,
      subsidizeFees: true,
    });
    expect(
      await readMembers({
        ...base,
        topup: '2.5',
        subsidize: '0.25',
        appFee: ['0xa1=25', '0xb2=12.5'],
      }),
    ).toEqual({
      topupGas: true,
      topupGasAmount: '250000',
      subsidizeFees: true,
      maxSubsidizationAmount: '250000',
      appFees: [
        { recipient: '0xa1', fee: '25' },
        { recipient: '0xb2', fee: '12.5' },
      ],
    });
  });

  it('reads calls from a file', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'portage-cli-'));
    try {
      const file = join(directory, 'calls.json');
      const txs = [{ to: `0x${'a1'.repeat(20)}`, value: '0', data: '0x1234' }];
      await writeFile(file, JSON.stringify(txs));
      expect(await readMembers({ ...base, txs: file, txsGasLimit: 100_000 })).toEqual({
        txs,
        txsGasLimit: 100_000,
      });
      await writeFile(file, JSON.stringify([{ to: '0x1', value: '0', data: '0x' }]));
      await expect(readMembers({ ...base, txs: file })).rejects.toThrow('txs.0.to');
    } finally {
      await rm(directory, { recursive: true });
    }
  });

  it('sets any other member: JSON, or text where it is none; the last word counts', async () => {
    const set = [
      'useFallbacks=true',
      'fixedRate=1:0.998',
      'includedSwapSources=["uniswap-v3"]',
      'slippageTolerance="7"',
    ];
    expect(await readMembers({ ...base, slippage: '50', set })).toEqual({
      useFallbacks: true,
      fixedRate: '1:0.998',
      includedSwapSources: ['uniswap-v3'],
      slippageTolerance: '7',
    });
  });
});
