import {
  approvalProxyAbi,
  depositAddressesAbi,
  depositoryAbi,
  fillerAbi,
  routerAbi,
  testUsdcAbi,
} from '@portage/contracts';
import { toEventSelector, toFunctionSelector, type Abi } from 'viem';
import { describe, expect, it } from 'vitest';
import { selectors } from './selectors.js';
import { eventTopics } from '../../../service/evm-chain/src/observe/logs.js';

const abi: Abi = [
  ...depositoryAbi,
  ...depositAddressesAbi,
  ...fillerAbi,
  ...routerAbi,
  ...approvalProxyAbi,
  ...testUsdcAbi,
];

describe('hand-written selectors', () => {
  it('are those of the contracts', () => {
    for (const [name, selector] of Object.entries(selectors)) {
      const found = abi
        .filter((entry) => entry.type === 'function' && entry.name === name)
        .map((entry) => entry.type === 'function' && toFunctionSelector(entry));
      expect([...new Set(found)], name).toEqual([selector]);
    }
  });

  it('and so are the topics', () => {
    for (const [name, topic] of Object.entries(eventTopics)) {
      const found = abi.find(
        (entry) => entry.type === 'event' && entry.name.toLowerCase() === name.toLowerCase(),
      );
      expect(found?.type === 'event' && toEventSelector(found), name).toBe(topic);
    }
  });
});
