import { expect, it } from 'vitest';
import { input } from '../../test/smallConfiguration.js';
import { parseConfiguration } from '../configuration/configuration.js';
import { countTogether, placeVariable, readPlace } from './apiProcess.js';

const configuration = parseConfiguration(input);

it('takes no place from the environment of a process that was started by hand', () => {
  const text = JSON.stringify({ port: 4000, probesPort: 4002 });
  expect(readPlace({ [placeVariable]: text })).toBeUndefined();
});

it('counts calls in the database, and leaves the rates and the rest as they are', () => {
  const perMinute = { quote: { address: 3, key: 30 }, other: { address: 2, key: 20 } };
  const own = {
    ...configuration,
    http: { drainMs: 1, rates: { countIn: 'memory' as const, perMinute } },
  };
  expect(countTogether(own).http).toEqual({
    drainMs: 1,
    rates: { countIn: 'database', perMinute },
  });
  expect(countTogether(configuration).http?.rates?.countIn).toBe('database');
});
