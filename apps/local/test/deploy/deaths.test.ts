import { expect, test } from 'vitest';
import { chooseDeaths, evmDeaths, spread } from './deaths.js';

test('deaths are at points that differ, on two networks', () => {
  expect(new Set(evmDeaths.map(({ point }) => point)).size).toBe(10);
  const networks = evmDeaths.map(({ network }) => network);
  expect(networks).toEqual([-1, 0, 0, 0, 0, 0, 1, 1, 1, 1]);
});

test('fewer deaths are spread, and the one between two networks is always there', () => {
  expect(spread([0, 1, 2, 3, 4, 5], 3)).toEqual([1, 3, 5]);
  expect(chooseDeaths(0)).toEqual([]);
  expect(chooseDeaths(1)).toEqual([evmDeaths[5]]);
  expect(chooseDeaths(3)).toEqual([evmDeaths[2], evmDeaths[5], evmDeaths[7]]);
  expect(chooseDeaths(10)).toEqual(evmDeaths);
  expect(chooseDeaths(99)).toEqual(evmDeaths);
});
