import { ChevronDown } from 'lucide-react';
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

const fieldStyle =
  'h-10 w-full min-w-0 rounded-xl border border-line bg-card px-3 text-sm text-ink';

/** Requests by filters. */
export function RequestsPage(): ReactElement {
  const [filters, setFilters] = useState<Readonly<Record<string, string>>>({});
  const { all } = useChainList();
  const set = (name: string, value: string): void =>
    setFilters((last) => ({ ...last, [name]: value.trim() }));
  const query = new URLSearchParams({
    limit: '25',
    ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== '')),
  });
  return (
    <>
      <PageHead title="Requests" />
      <form
        aria-label="Filters"
        className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-5 max-lg:[&>:last-child]:col-span-2"
        onSubmit={(event) => event.preventDefault()}
      >
        <SelectField
          label="Status"
          options={Object.entries(statuses)}
          onValue={(value) => set('status', value)}
        />
        <SelectField
          label="Chain"
          options={[
            ['', 'Any chain'],
            ...all.map(({ id, displayName }) => [String(id), displayName] as const),
          ]}
          onValue={(value) => set('chainId', value)}
        />
        <TextField
          label="Payer or recipient"
          example="Address"
          onValue={(value) => set('user', value)}
        />
        <TextField
          label="Transaction"
          example="Hash or signature"
          onValue={(value) => set('hash', value)}
        />
        <TextField
          label="API key (its public id)"
          example="key_…"
          onValue={(value) => set('apiKey', value)}
        />
      </form>
      <Panel title="Newest first">
        <LatestRequests query={query.toString()} hasMore />
      </Panel>
    </>
  );
}

interface SelectFieldProps {
  readonly label: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onValue: (value: string) => void;
}

function SelectField({ label, options, onValue }: SelectFieldProps): ReactElement {
  return (
    <label className="grid gap-1 text-sm text-quiet">
      {label}
      <span className="relative">
        <select
          className={`${fieldStyle} appearance-none pr-9`}
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

/** A field that counts when somebody leaves it, or presses Enter. */
function TextField({ label, example, onValue }: TextFieldProps): ReactElement {
  return (
    <label className="grid gap-1 text-sm text-quiet">
      {label}
      <input
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
