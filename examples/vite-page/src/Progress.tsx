import type { Progress as Execution } from '@portage/sdk';

/** Words for the state of an execution. */
const words: Readonly<Record<Execution['state'], string>> = {
  running: 'Under way',
  success: 'Done: the money is there',
  refunded: 'It did not work out: the money went back',
  failed: 'It did not work out',
  aborted: 'Nobody waits for it here any more',
};

/** Shows how far an execution is, and its transactions. */
export function Progress({ progress }: { readonly progress: Execution }) {
  const transactions = [...progress.inTxHashes, ...progress.txHashes];
  return (
    <div className="progress" role="status" data-state={progress.state}>
      <strong>{words[progress.state]}</strong>
      {transactions.map((txId) => (
        <code key={txId}>{txId}</code>
      ))}
    </div>
  );
}
