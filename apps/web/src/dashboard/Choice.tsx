import type { ReactElement } from 'react';

/** Properties of a {@link Choice}. */
export interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly options: Readonly<Record<T, string>>;
  readonly value: T;
  readonly onChange: (value: T) => void;
}

/** One of a few options. */
export function Choice<T extends string>(props: ChoiceProps<T>): ReactElement {
  const { label, options, value, onChange } = props;
  // The keys of a record with these keys.
  const names = Object.keys(options) as T[];
  return (
    <div role="group" aria-label={label} className="flex gap-1 rounded-full bg-well p-1">
      {names.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === value}
          onClick={() => onChange(name)}
          className="rounded-full px-3 py-1 text-sm text-quiet hover:text-ink aria-pressed:bg-raised aria-pressed:font-medium aria-pressed:text-ink aria-pressed:shadow-sm"
        >
          {options[name]}
        </button>
      ))}
    </div>
  );
}
