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
  CallIntent: 'RelayIntent',
  callBatch: 'relayBatch',
  callJob: 'relayJob',
  claimCalls: 'claimRelays',
  claimSpends: 'claimPayouts',
  ClaimedCall: 'ClaimedRelay',
  ClaimedSpend: 'ClaimedPayout',
  Consequences: 'SettlementEffects',
  createDesk: 'createChainContext',
  createKeccakHash: 'createKeccak',
  createMayHold: 'createLogsBloomFilter',
  Desk: 'ChainContext',
  desk: 'context',
  effectJudge: 'effectPolicy',
  findStanding: 'filterCanonical',
  followGroup: 'awaitGroup',
  gasHold: 'gasReserve',
  holdGas: 'reserveGas',
  isOvertaken: 'isAbandoned',
  longestAnswer: 'mostCompleteLogs',
  LostDeposit: 'ReorgedDeposit',
  markRefused: 'recordRejected',
  markSent: 'recordSent',
  notePayments: 'recordPayouts',
  noteSent: 'recordSent',
  openStore: 'openDatabase',
  OrderCharges: 'ExecutionTerms',
  QuoteContent: 'QuoteFigures',
  RawCalls: 'GaslessDeposits',
  rawCalls: 'gasless',
  readByAny: 'normalizeWithAnyCodec',
  readFresh: 'Market',
  renderMoney: 'quoteView',
  renderTerms: 'encodeStoredQuote',
  Rhythm: 'LoopTriggers',
  sellWithin: 'exactInputWithinTick',
  Sightings: 'ObservedDeposits',
  SlotIntent: 'PayoutIntent',
  spendBatch: 'payoutBatch',
  SpendIntent: 'TransactionIntent',
  spendJob: 'payoutJob',
  Store: 'Database or Settlement',
  SwapLeg: 'SwapSide',
  takeSlots: 'openSettlements',
  ToldPlace: 'ReportedBlock',
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
