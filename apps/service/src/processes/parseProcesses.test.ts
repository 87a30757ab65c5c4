import { describe, expect, it } from 'vitest';
import { parseProcesses, refuseConnections, refuseRole } from './parseProcesses.js';

describe('processes of the API', () => {
  it.each(['0', '-1', '1.5', '65', 'two', '', '1e1', '0x2', ' 4', '+4'])(
    'are not %j many',
    (text) => {
      expect(() => parseProcesses(text)).toThrow('a whole number from 1 to 64');
    },
  );

  it('are a number', () => {
    expect(['1', '64'].map(parseProcesses)).toEqual([1, 64]);
  });

  it.each(['api', 'worker', 'allocator'])('have no role %s beside them', (role) => {
    expect(() => {
      refuseRole(role);
    }).toThrow(`the role is ${role}`);
  });

  it('have as many connections as the embedded database can give', () => {
    refuseConnections(8);
    refuseConnections(16, 10);
    expect(() => {
      refuseConnections(9);
    }).toThrow('9 processes may open 210 connections, and the embedded database has 190.');
    expect(() => {
      refuseConnections(17, 10);
    }).toThrow('17 processes may open 198 connections');
  });
});
