import { describe, expect, test } from 'vitest';
import {
  requestStatuses,
  requestTransitions,
  terminalStatuses,
  transition,
  type RequestEvent,
} from './states.js';

const events: readonly RequestEvent[] = [
  'depositSent',
  'depositSeen',
  'depositFinal',
  'depositLost',
  'fillSent',
  'fillConfirmed',
  'fillDropped',
  'refunded',
  'failed',
];

describe('transition', () => {
  test('follows the way from quote to fill', () => {
    expect(transition('waiting', 'depositSeen')).toBe('pending');
    expect(transition('pending', 'fillSent')).toBe('submitted');
    expect(transition('submitted', 'fillConfirmed')).toBe('success');
  });

  test('never leaves a terminal status', () => {
    for (const status of terminalStatuses) {
      for (const event of events) expect(transition(status, event)).toBe(status);
    }
  });

  test('leads only to statuses of the table', () => {
    for (const row of Object.values(requestTransitions)) {
      for (const next of Object.values(row)) expect(requestStatuses).toContain(next);
    }
  });
});
