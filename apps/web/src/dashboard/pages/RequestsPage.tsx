import { useState, type ReactElement } from 'react';
import { PageHead } from '../PageHead.js';
import { Panel } from '../Panel.js';
import { useChainList } from '../useChainList.js';
import { LatestRequests } from './LatestRequests.js';

const statuses = {
  '': 'Any status',
  depositing: 'Deposit seen',
  pending: 'On its way',
  success: 'Complete',
  refund: 'Paid back',
  failure: 'Failed',
} as const;

const fieldStyle = 'w-full rounded-xl border border-line bg-well px-3 py-2 text-sm';

/** Requests by filters. */
export function RequestsPage(): ReactElement {
  const [filters, setFilters] = useState<Readonly<Record<string, string>>>({});
  const { all } = useChainList();
  const set = (name: string, value: string): void =>
    setFilters((last) => ({ ...last, [name]: value.trim() }));
  const query = new URLSearchParams({
    limit: '50',
    ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== '')),
  });
  return (
    <>
      <PageHead title="Requests" />
      <form
        aria-label="Filters"
        className="mb-4 grid gap-3 sm:grid-cols-2 lg:grid-cols-4"
        onSubmit={(event) => event.preventDefault()}
      >
        <label className="grid gap-1 text-sm text-quiet">
          Status
          <select
            className={`${fieldStyle} text-ink`}
            onChange={(event) => set('status', event.target.value)}
          >
            {Object.entries(statuses).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </label>
        <label className="grid gap-1 text-sm text-quiet">
          Chain
          <select
            className={`${fieldStyle} text-ink`}
            onChange={(event) => set('chainId', event.target.value)}
          >
            <option value="">Any chain</option>
            {all.map(({ id, displayName }) => (
              <option key={id} value={id}>
                {displayName}
              </option>
            ))}
          </select>
        </label>
        <label className="grid gap-1 text-sm text-quiet">
          Payer or recipient
          <input
            className={`${fieldStyle} text-ink`}
            spellCheck={false}
            onBlur={(event) => set('user', event.target.value)}
          />
        </label>
        <label className="grid gap-1 text-sm text-quiet">
          Transaction
          <input
            className={`${fieldStyle} text-ink`}
            spellCheck={false}
            onBlur={(event) => set('hash', event.target.value)}
          />
        </label>
      </form>
      <Panel title="Newest first">
        <LatestRequests query={query.toString()} />
      </Panel>
    </>
  );
}
