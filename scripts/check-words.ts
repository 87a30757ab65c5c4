/**
 * Holds names to the words of `docs/glossary.md`: a retired word comes back in no identifier of
 * TypeScript. Words that still stand somewhere have a number, which may only fall.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '..');

/** Retired identifiers, with the word that took their place. Only names without another meaning. */
const retired: Readonly<Record<string, string>> = {
  Aftermath: 'SettlementEffects',
  afterDeath: 'failPayout',
  afterEnd: 'settlePayout',
  areCallsDue: 'hasDueRelays',
  believableFees: 'clampFees',
  bookDeposits: 'creditDeposits',
  callAttemptsMax: 'relayAttemptsMax',
  CallIntent: 'RelayIntent',
  callBatch: 'relayBatch',
  callJob: 'relayJob',
  callKind: 'relayKind',
  CallPayload: 'RelayPayload',
  CallSlotIntent: 'StoredRelayIntent',
  claimCalls: 'claimRelays',
  claimSpends: 'claimPayouts',
  ClaimedCall: 'ClaimedRelay',
  ClaimedSpend: 'ClaimedPayout',
  closeSlots: 'closeSettlements',
  commitSpends: 'commitTransactions',
  Consequences: 'SettlementEffects',
  createDesk: 'createChainContext',
  createHouse: 'createSettlementHarness',
  createKeccakHash: 'createKeccak',
  createMayHold: 'createLogsBloomFilter',
  Desk: 'ChainContext',
  desk: 'context',
  DepositLoss: 'DepositReversal',
  effectJudge: 'effectPolicy',
  findStanding: 'filterCanonical',
  followGroup: 'awaitGroup',
  gasHeld: 'gasReserved',
  gasHold: 'gasReserve',
  gasHoldFactor: 'gasReserveFactor',
  gasLegs: 'gasPostings',
  holdGas: 'reserveGas',
  House: 'SettlementHarness',
  isOvertaken: 'isAbandoned',
  Leg: 'Posting',
  longestAnswer: 'mostCompleteLogs',
  LostDeposit: 'ReorgedDeposit',
  markRefused: 'recordRejected',
  markSent: 'recordSent',
  NewCall: 'NewRelay',
  NewSlot: 'NewSettlement',
  notePayments: 'recordPayouts',
  noteSent: 'recordSent',
  openStore: 'openDatabase',
  OrderCharges: 'ExecutionTerms',
  postponeSpends: 'postponePayouts',
  parseDepositKey: 'DepositId',
  QuoteContent: 'QuoteFigures',
  RawCalls: 'GaslessDeposits',
  rawCalls: 'gasless',
  readByAny: 'normalizeWithAnyCodec',
  readFresh: 'Market',
  readLosses: 'readReorgCount',
  readSpendJob: 'PayoutJob',
  renderMoney: 'quoteView',
  renderTerms: 'encodeStoredQuote',
  RewrittenSlot: 'RewrittenSettlement',
  rewriteSlots: 'rewriteSettlements',
  RequotePayload: 'Job.deposit',
  Rhythm: 'LoopTriggers',
  sellWithin: 'exactInputWithinTick',
  Sightings: 'ObservedDeposits',
  SlotFact: 'SettlementFact',
  SlotIntent: 'PayoutIntent',
  SlotPlace: 'SettlementKey',
  SlotSource: 'PayoutSource',
  spendBatch: 'payoutBatch',
  SpendIntent: 'TransactionIntent',
  spendJob: 'payoutJob',
  SpendPayload: 'PayoutJob',
  SpendRequest: 'PayoutJob',
  SponsorHold: 'SponsorReserve',
  sponsorHold: 'sponsorReserve',
  sponsorHoldEntry: 'sponsorReserveEntry',
  sponsorHoldOf: 'sponsorReserveOf',
  Store: 'Database or Settlement',
  StoredSpend: 'PayoutJob',
  storeSpends: 'storeTransactions',
  SwapLeg: 'SwapSide',
  takeSlots: 'openSettlements',
  toCallIntent: 'toRelayIntent',
  toCallPayload: 'toRelayPayload',
  toCallSlotIntent: 'toStoredRelayIntent',
  ToldPlace: 'ReportedBlock',
  toSlotIntent: 'toPayoutIntent',
  toSpendIntent: 'toPaymentIntent',
  Trail: 'LocalChain',
  unpackTerms: 'decodeStoredQuote',
  Verdict: 'DepositOutcome',
  Wanted: 'ExpectedQuote',
  workChain: 'runChainWorker',
  workUnderLease: 'runUnderLease',
};

/** Retired names that still stand, with how often. Whoever renames one lowers its number. */
const remaining: Readonly<Record<string, number>> = {};

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && !file.includes('/generated/'))
  .filter((file) => file !== 'scripts/check-words.ts');

/** Lines, from 1, on which retired names stand in a file. */
function findRetired(path: string): readonly (readonly [name: string, line: number])[] {
  const text = readFileSync(join(root, path), 'utf8');
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: (readonly [string, number])[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && Object.hasOwn(retired, node.text))
      found.push([node.text, file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1]);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const places = new Map<string, string[]>();
for (const file of files)
  for (const [name, line] of findRetired(file))
    places.set(name, [...(places.get(name) ?? []), `${file}:${String(line)}`]);

const problems = Object.keys(retired).flatMap((name) => {
  const found = places.get(name) ?? [];
  const allowed = remaining[name] ?? 0;
  if (found.length < allowed)
    return [
      `"${name}" stands ${String(found.length)} times: lower its ${String(allowed)} in scripts/check-words.ts`,
    ];
  if (found.length === allowed) return [];
  return found.map((place) => `${place} "${name}" is retired: ${retired[name] ?? ''}`);
});
for (const problem of problems) process.stderr.write(`${problem}\n`);
const left = Object.values(remaining).reduce((sum, count) => sum + count, 0);
process.stdout.write(
  `${String(Object.keys(retired).length)} retired names, ${String(left)} left, ${String(problems.length)} problems\n`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
