import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { killAt } from './killAt.js';

const kill = vi.spyOn(process, 'kill').mockReturnValue(true);

afterEach(() => {
  kill.mockClear();
});

describe('killAt', () => {
  it('is nothing without a point and without a file', () => {
    expect(killAt({ wanted: undefined })).toBeUndefined();
    expect(killAt({ wanted: '' })).toBeUndefined();
  });

  it('kills the process at the point that is named, and at no other', () => {
    const at = killAt({ wanted: 'stored' });
    at?.('sent');
    expect(kill).not.toHaveBeenCalled();
    at?.('stored');
    expect(kill).toHaveBeenCalledWith(process.pid, 'SIGKILL');
  });

  it('kills it at the second time where that is named', () => {
    const at = killAt({ wanted: 'stored:2' });
    at?.('stored');
    expect(kill).not.toHaveBeenCalled();
    at?.('stored');
    expect(kill).toHaveBeenCalledTimes(1);
  });

  it('kills it at the first of several', () => {
    const at = killAt({ wanted: 'stored:2,sent' });
    at?.('stored');
    expect(kill).not.toHaveBeenCalled();
    at?.('sent');
    expect(kill).toHaveBeenCalledTimes(1);
    at?.('stored');
    expect(kill).toHaveBeenCalledTimes(2);
  });

  it('writes each point once, and the death', () => {
    const directory = mkdtempSync(join(tmpdir(), 'portage-kill-at-'));
    try {
      const hitsFile = join(directory, 'hits');
      const at = killAt({ wanted: 'stored', hitsFile });
      for (const point of ['sent', 'sent', 'stored']) at?.(point);
      expect(readFileSync(hitsFile, 'utf8')).toBe('sent\nstored\nkill stored\n');
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});
