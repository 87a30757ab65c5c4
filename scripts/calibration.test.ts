import { describe, expect, test } from 'vitest';
// Plain JavaScript, because it is used before anything is built.
import { calibrate, measureLoop, treeCpuSeconds } from './calibration.mjs';

describe('calibrated seconds', () => {
  test('are those of a machine that runs the loop in the reference time', () => {
    expect(calibrate(100, { before: 2, after: 2 }, 3)).toEqual({ seconds: 150, isNoisy: false });
    expect(calibrate(100, { before: 5, after: 4 }, 3)).toMatchObject({ isNoisy: false });
  });

  test('are noisy where the loops differ by more than 1.3, either way', () => {
    expect(calibrate(100, { before: 2, after: 2.6 }, 3).isNoisy).toBe(false);
    expect(calibrate(100, { before: 2, after: 2.7 }, 3).isNoisy).toBe(true);
    expect(calibrate(100, { before: 2.7, after: 2 }, 3).isNoisy).toBe(true);
  });

  test('are as measured, and judge nothing, where the loop cannot be measured', () => {
    const loops = { before: undefined, after: undefined };
    expect(calibrate(100, loops, 3)).toEqual({ seconds: 100, isNoisy: true });
  });
});

test.runIf(process.platform === 'linux')(
  'the loop counts processes that it waited for',
  async () => {
    const before = treeCpuSeconds();
    const loop = await measureLoop();
    const spent = (treeCpuSeconds() ?? 0) - (before ?? 0);
    expect(loop).toBeGreaterThan(0.5);
    expect(spent).toBeGreaterThanOrEqual((loop ?? 0) * 0.95);
  },
);
