import { checkAnswer } from '@portage/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createContext } from '../src/createContext.js';
import { demonstrations } from '../src/demonstrations/index.js';
import type { Outcome } from '../src/report.js';
import { runDemonstrations } from '../src/runDemonstrations.js';
import { startSystem, type System } from '../src/startSystem.js';

/** Milliseconds that all demonstrations together may take on a busy machine. */
const allMs = 480_000;

const abort = new AbortController();
const outcomes = new Map<string, Outcome>();
let system: System;
let allOk: boolean;

beforeAll(async () => {
  system = await startSystem({
    dataDir: undefined,
    port: 0,
    blockTimeSeconds: 0.25,
    accounts: demonstrations.length + 10,
    onAnswer: checkAnswer,
  });
  allOk = await runDemonstrations(demonstrations, {
    report: {
      note: () => undefined,
      outcome: (outcome) => outcomes.set(outcome.demo, outcome),
    },
    contextOf: (index) => createContext(system, index, { signal: abort.signal }),
  });
}, allMs);

afterAll(async () => {
  abort.abort();
  await system.close();
});

describe('every demonstration succeeds beside all others', () => {
  test.each(demonstrations.map(({ name, title }) => [name, title]))('%s: %s', (name) => {
    expect(outcomes.get(name)).toMatchObject({ demo: name, ok: true });
  });

  test('and so do all of them', () => {
    expect(allOk).toBe(true);
  });

  test('and the books hold', async () => {
    expect(await system.books.audit()).toEqual([]);
  });
});
