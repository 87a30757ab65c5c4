import { expect, test } from 'vitest';
import { zeroAddress } from '@portage/core';
import { createChains } from '@portage/core/chain';
import { chain, input } from '../../test/smallConfiguration.js';
import { parseConfiguration } from './configuration.js';
import { policyOf, solverPolicyOf } from './policies.js';

const rpcUrls = ['https://rpc.example/', 'https://rpc.another.example.org/'];
const contracts = { depository: zeroAddress, filler: zeroAddress };

test('quotes and fills are held to the ceiling of a network, to one that is written, or to none', () => {
  const configuration = parseConfiguration({
    ...input,
    chains: [
      { network: 'base', rpcUrls, contracts },
      { network: 'polygon', rpcUrls, contracts, fillUsdMax: 7 },
      chain,
    ],
  });
  const policy = policyOf(configuration, createChains([]));
  const ceilings = { base: 1_000_000n, polygon: 7_000_000n };
  expect(policy.fillMicroUsdMax).toEqual(ceilings);
  expect(solverPolicyOf(configuration, policy).fills.feeMicroUsdMax).toEqual(ceilings);
});
