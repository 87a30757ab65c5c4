import { expect, it } from 'vitest';
import { readSwapLink, swapLinkOf } from './swapLink.js';

const native = '0x0000000000000000000000000000000000000000';
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkwyTDt1v';

it('reads the link that it writes', () => {
  const link = { from: `8453:${native}`, to: `792703809:${mint}`, amount: '0.25' };
  expect(swapLinkOf(link)).toBe(`?from=8453:${native}&to=792703809:${mint}&amount=0.25`);
  expect(readSwapLink(swapLinkOf(link))).toEqual(link);
  expect(swapLinkOf({ from: undefined, to: undefined, amount: '' })).toBe('');
});

it('reads addresses of EVM chains in letters of both sizes, and no others', () => {
  expect(readSwapLink('?from=10:0xAbC').from).toBe('10:0xabc');
  expect(readSwapLink(`?from=792703809:${mint}`).from).toBe(`792703809:${mint}`);
});

it.each([
  '',
  '?from=8453',
  '?from=<b>:1',
  `?from=1:${'a'.repeat(200)}`,
  '?amount=-1',
  '?amount=1e9',
  '?amount=.',
  '?recipient=0x1',
])('leaves out what does not fit: "%s"', (query) => {
  expect(readSwapLink(query)).toEqual({ from: undefined, to: undefined, amount: '' });
});
