/** How a status looks and reads. */
export interface StatusWords {
  readonly text: string;
  readonly tone: 'good' | 'warn' | 'bad' | 'active';
}

const words: Readonly<Record<string, StatusWords>> = {
  waiting: { text: 'Not paid', tone: 'warn' },
  depositing: { text: 'Deposit seen', tone: 'active' },
  pending: { text: 'Preparing payout', tone: 'active' },
  submitted: { text: 'Payout sent', tone: 'active' },
  success: { text: 'Complete', tone: 'good' },
  refund: { text: 'Refunded', tone: 'warn' },
  failure: { text: 'Failed', tone: 'bad' },
  expired: { text: 'Not paid', tone: 'warn' },
};

/** Words of a status; one that is new here shows as it is. */
export function wordsOf(status: string): StatusWords {
  return words[status] ?? { text: status, tone: 'active' };
}
