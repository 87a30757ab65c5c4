/**
 * Records what a quoter answers and stores:
 * `npx tsx --conditions=@portage/source packages/service/quoter/test/recordAnswers.ts`. The
 * recording is a test of every later quoter, so it is made anew only when answers are meant to
 * change.
 */
import { drawRequests } from './drawRequests.js';
import { quoteIn, writeRecording, type Recording } from './recording.js';
import { worlds } from './worlds.js';

const answersMax = 500;
const refusalsMax = 120;

const kept: Recording['requests'][number][] = [];
let answers = 0;
let refusals = 0;
for (const request of drawRequests(3_000, 20_260_722)) {
  const world = worlds[request.world];
  if (world === undefined) throw new Error(`There is no world ${request.world}.`);
  const outcome = await quoteIn(world, request);
  if (outcome.refusal === undefined ? answers === answersMax : refusals === refusalsMax) continue;
  if (outcome.refusal === undefined) answers += 1;
  else refusals += 1;
  kept.push({ ...request, outcome });
}
writeRecording({ worlds, requests: kept });
process.stdout.write(`${String(answers)} answers, ${String(refusals)} refusals\n`);
