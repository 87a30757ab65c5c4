import { expect, it } from 'vitest';
import { readSwapLink, swapLinkOf } from './swapLink.js';

const native = '0x0000000000000000000000000000000000000000';
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkwyTDt1v';

it('reads the link that it writes', () => {
  const link = { from: `8453:${native}`, to: `792703809:${mint}`, amount: '0.25' };
  expect(swapLinkOf(link)).toBe(`?from=8453:${native}&to=792703809:${mint}&amount=0.25`);
  expect(readSwapLink(swapLinkOf(link))).toEqual({ ...link, fault: undefined });
  expect(swapLinkOf({ from: undefined, to: undefined, amount: '' })).toBe('');
});

it('reads addresses of EVM chains in letters of both sizes, and no others', () => {
  expect(readSwapLink('?from=10:0xAbC').from).toBe('10:0xabc');
  expect(readSwapLink(`?from=792703809:${mint}`).from).toBe(`792703809:${mint}`);
});

it('says nothing of a link that names nothing, and never a recipient', () => {
  for (const query of ['', '?recipient=0x1', '?amount=']) {
    const read = { from: undefined, to: undefined, amount: '', fault: undefined };
    expect(readSwapLink(query)).toEqual(read);
  }
});

it('refuses the same currency on both sides', () => {
  const { from, to, fault } = readSwapLink(`?from=10:${native}&to=10:${native}&amount=1`);
  expect([from, to]).toEqual([`10:${native}`, undefined]);
  expect(fault).toContain('the same currency');
});

it.each([
  '?from=8453',
  '?from=<b>:1',
  `?from=1:${'a'.repeat(200)}`,
  '?amount=-1',
  '?amount=1e9',
  '?amount=.',
])('leaves out what does not fit, and says so: "%s"', (query) => {
  expect(readSwapLink(query)).toMatchObject({ from: undefined, to: undefined, amount: '' });
  expect(readSwapLink(query).fault).toContain('cannot be read');
});
