import type { ExecutionTerms } from '@portage/settlement';
import { expect, it } from 'vitest';
import { checkExecution, type ExecutedQuote, type ExecutionMembers } from './checkExecution.js';

const gasless = {
  payer: 'alice',
  gasLimit: 180_000,
  overhead: 80_000,
  expiresAt: 1,
  deposits: { currency: 'usdc', minimum: '1' },
};
const executionTerms: ExecutionTerms = { appFees: [], gasless };
const quote: ExecutedQuote = { referrer: 'app.example', executionTerms };
const sponsored: ExecutedQuote = {
  ...quote,
  executionTerms: { ...executionTerms, sponsor: { account: 'acme', microUsd: '5' } },
};

const members = (changes: object = {}, options: object = {}): ExecutionMembers => ({
  executionOptions: { subsidizeFees: false, ...options },
  ...changes,
});

it.each<[string, ExecutionMembers, ExecutedQuote]>([
  ['nothing that a quote decides', members(), quote],
  ['no sponsor for fees that have one', members(), sponsored],
  ['a sponsor of the quote', members({}, { subsidizeFees: true }), sponsored],
  ['the referrer of the quote', members({}, { referrer: 'app.example' }), quote],
  ['nothing to execute', members({}, { destinationChainExecutionData: {} }), quote],
  ['the overhead of the quote', members({ originGasOverhead: 80_000 }), quote],
])('lets a call say %s (steps#execute-subsidizeFees, steps#execute-referrer)', (_, given, of) => {
  expect(() => checkExecution(given, of)).not.toThrow();
});

it.each<[string, ExecutionMembers, string]>([
  [
    'a sponsor that the quote lacks',
    members({}, { subsidizeFees: true }),
    'executionOptions.subsidizeFees',
  ],
  ['another app', members({}, { referrer: 'other.example' }), 'executionOptions.referrer'],
  [
    'calls that the quote lacks',
    members({}, { destinationChainExecutionData: { calls: [] } }),
    'executionOptions.destinationChainExecutionData',
  ],
  ['more gas', members({ originGasOverhead: 80_001 }), 'originGasOverhead'],
  ['less gas', members({ originGasOverhead: 0 }), 'originGasOverhead'],
])(
  'refuses a call that asks for %s (steps#execute-subsidizeFees, steps#execute-referrer, steps#execute-destinationChainExecutionData, steps#execute-originGasOverhead)',
  (_, given, path) => {
    expect(() => checkExecution(given, quote)).toThrow(
      expect.objectContaining({
        code: 'INVALID_REQUEST',
        hint: expect.stringContaining('quote') as unknown,
        message: expect.stringContaining(path) as unknown,
      }),
    );
  },
);
