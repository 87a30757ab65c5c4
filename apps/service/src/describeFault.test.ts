import { PortageError } from '@portage/core';
import { expect, test } from 'vitest';
import { describeFault } from './describeFault.js';

test('says everything that is wrong, and what to do', () => {
  const details = [
    { path: 'a', message: 'is bad' },
    { path: 'chains.1.rpcUrls', message: 'is missing' },
  ];
  const fault = new PortageError('INVALID_CONFIGURATION', {
    message: 'a: is bad',
    hint: 'Mend it.',
    details,
  });
  expect(describeFault(fault)).toBe(
    'INVALID_CONFIGURATION: a: is bad\nchains.1.rpcUrls: is missing\nMend it.\n',
  );
  expect(describeFault(Object.assign(new Error('no'), { code: 'EACCES' }))).toBe('EACCES: no\n');
  expect(describeFault('odd')).toBe('odd\n');
});
