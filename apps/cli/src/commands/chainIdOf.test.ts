import { expect, it } from 'vitest';
import { chainIdOf } from './chainIdOf.js';
import { parseChain } from './parseOperator.js';

const base = { id: 8453, name: 'base', protocol: { v2: { chainId: 'base' } } };
let asked = 0;
const getChains = () => {
  asked += 1;
  return Promise.resolve([base]);
};
const session = { portage: { getChains } } as never;

it('S12: a chain is named by its id, or by its slug', async () => {
  expect(await chainIdOf(session, parseChain('8453'))).toBe(8453);
  expect(asked).toBe(0);
  expect(await chainIdOf(session, parseChain('base'))).toBe(8453);
  await expect(chainIdOf(session, parseChain('solana'))).rejects.toThrow('Chains: base');
  expect(() => parseChain('8453x')).toThrow('whole number');
});
