import { ChevronDown } from 'lucide-react';
import { useEffect, useState, type ReactElement } from 'react';
import { PageHead } from '../PageHead.js';
import { Panel } from '../Panel.js';
import { replaceQuery, useDashboardQuery } from '../route.js';
import { useChainList } from '../useChainList.js';
import { LatestRequests } from './LatestRequests.js';

const statuses = {
  '': 'Any status',
  depositing: 'Deposit seen',
  pending: 'In progress',
  success: 'Complete',
  refund: 'Paid back',
  failure: 'Failed',
} as const;

const fieldStyle =
  'h-10 w-full min-w-0 rounded-xl border border-line bg-card px-3 text-sm text-ink';

const filterNames = ['status', 'chainId', 'user', 'hash', 'apiKey'] as const;
type FilterName = (typeof filterNames)[number];

/** Requests by filters, which are in the address of the page. */
export function RequestsPage(): ReactElement {
  const filters = useDashboardQuery();
  const { all } = useChainList();
  const fieldOf = (name: FilterName): FieldState => ({
    value: filters.get(name) ?? '',
    onValue: (value) => {
      const next = new URLSearchParams(filters);
      if (value.trim() === '') next.delete(name);
      else next.set(name, value.trim());
      replaceQuery(next);
    },
  });
  const query = new URLSearchParams({ limit: '25' });
  for (const name of filterNames) {
    const value = filters.get(name);
    if (value !== null) query.set(name, value);
  }
  return (
    <>
      <PageHead title="Requests" />
      <form
        aria-label="Filters"
        className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-5 max-lg:[&>:last-child]:col-span-2"
        onSubmit={(event) => event.preventDefault()}
      >
        <SelectField label="Status" options={Object.entries(statuses)} {...fieldOf('status')} />
        <SelectField
          label="Chain"
          options={[
            ['', 'Any chain'],
            ...all.map(({ id, displayName }) => [String(id), displayName] as const),
          ]}
          {...fieldOf('chainId')}
        />
        <TextField label="Payer or recipient" example="Address" {...fieldOf('user')} />
        <TextField label="Transaction" example="Hash or signature" {...fieldOf('hash')} />
        <TextField label="API key (its public id)" example="key_…" {...fieldOf('apiKey')} />
      </form>
      <Panel title="Newest first">
        <LatestRequests
          query={query.toString()}
          hasMore
          {...(query.size > 1 ? { empty: 'No request fits these filters.' } : {})}
        />
      </Panel>
    </>
  );
}

interface FieldState {
  readonly value: string;
  readonly onValue: (value: string) => void;
}

interface SelectFieldProps extends FieldState {
  readonly label: string;
  readonly options: readonly (readonly [value: string, text: string])[];
}

function SelectField({ label, options, value: chosen, onValue }: SelectFieldProps): ReactElement {
  return (
    <label className="grid gap-1 text-sm text-quiet">
      <span>{label}</span>
      <span className="relative">
        <select
          className={`${fieldStyle} appearance-none pr-9`}
          value={chosen}
          onChange={(event) => onValue(event.target.value)}
        >
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
        <ChevronDown
          size={16}
          aria-hidden
          className="pointer-events-none absolute top-3 right-3 text-quiet"
        />
      </span>
    </label>
  );
}

interface TextFieldProps extends Omit<SelectFieldProps, 'options'> {
  /** Words in the field while nothing is typed. */
  readonly example: string;
}

/** A field that counts when the user leaves it, or presses Enter. */
function TextField({ label, example, value, onValue }: TextFieldProps): ReactElement {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  return (
    <label className="grid gap-1 text-sm text-quiet">
      <span>{label}</span>
      <input
        value={text}
        onChange={(event) => setText(event.target.value)}
        className={fieldStyle}
        spellCheck={false}
        placeholder={example}
        onBlur={(event) => onValue(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onValue(event.currentTarget.value);
        }}
      />
    </label>
  );
}
