import { PortageError, type Submission } from '@portage/core';
import type { Outcome } from '../readStatus.js';
import { raceSignal } from '../transport/raceSignal.js';
import { followGroup } from './awaitGroup.js';
import { mark, submissionOf, taskContext } from './groupEvents.js';
import { noExecutor } from '../verification/noExecutor.js';
import { notifyService } from './notifyService.js';
import { postSignature } from './postSignature.js';
import { resumption } from './decideResume.js';
import { itemAt, type Group, type Run } from './execution.js';

/** Submits a group, unless that was done before, and follows it to its end. */
export async function runGroup(run: Run, group: Group): Promise<Outcome> {
  const [place] = group.places;
  const next = await resumption(run, group);
  const submission = next === 'submit' ? await submit(run, group) : submissionOf(run, group);
  if (submission?.type === 'signature' && itemAt(run, place).state === 'submitted') {
    const appended = await postSignature(run, place, submission.signature);
    if (appended) return 'success';
  }
  return await followGroup(run, group, submission);
}

async function submit(run: Run, group: Group): Promise<Submission> {
  const { task, places } = group;
  if (task === undefined) throw noExecutor(places[0].of);
  mark(run, group, 'submitting');
  const submission = await raceSignal(task.submit(taskContext(run, group)), run.signal);
  if (submission.type !== places[0].of.kind) {
    throw new PortageError('WALLET_ERROR', {
      message: `The step "${places[0].of.id}" needs a ${places[0].of.kind}; the executor gave a ${submission.type}.`,
    });
  }
  for (const { step, item } of places)
    run.store.dispatch({ type: 'submitted', step, item, submission });
  notifyService(run, group, submission);
  return submission;
}
