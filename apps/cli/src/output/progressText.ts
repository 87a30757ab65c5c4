import { outcomeOf, type ItemProgress, type Progress } from '@portage/sdk';

/** State of an execution in a few words; undefined when there is nothing to report. */
export function progressText(progress: Progress): string | undefined {
  if (progress.state !== 'running') return undefined;
  for (const step of progress.steps) {
    const item = step.items.find((candidate) => candidate.state !== 'complete');
    if (item !== undefined) return `${step.id}: ${itemText(item, progress)}`;
  }
  return undefined;
}

function itemText(item: ItemProgress, progress: Progress): string {
  const status =
    progress.status === undefined ? '' : `, the service says "${progress.status.status}"`;
  switch (item.state) {
    case 'waiting':
      return 'next';
    case 'submitting':
      return 'signing';
    case 'submitted':
    case 'confirming':
      return `sent ${'txId' in item.submission ? item.submission.txId : 'the signature'}`;
    case 'checking':
      return progress.status !== undefined && outcomeOf(progress.status.status) !== undefined
        ? 'done'
        : `waiting${status}`;
    case 'complete':
      return 'done';
    case 'failed':
      return item.error.message;
  }
}
