import { SlidersHorizontal } from 'lucide-react';
import type { ComponentProps, ReactElement } from 'react';

/** Properties of a {@link SettingsTrigger}. */
export interface SettingsTriggerProps extends ComponentProps<'button'> {
  /** Basis points; undefined leaves it to the service. */
  readonly slippageBps: number | undefined;
}

/** The button itself, with the slippage that the user chose. */
export function SettingsTrigger({ slippageBps, ...props }: SettingsTriggerProps): ReactElement {
  return (
    <button
      type="button"
      {...props}
      className="flex items-center gap-1.5 rounded-full px-2.5 py-1.5 text-sm text-quiet hover:bg-well hover:text-ink"
    >
      <SlidersHorizontal size={16} aria-hidden />
      <span className="sr-only">Slippage</span>
      {slippageBps === undefined ? undefined : <span>{`${percent(slippageBps)}%`}</span>}
    </button>
  );
}

/** Basis points as percent, as in `0.5`. */
export function percent(bps: number): string {
  return String(bps / 100);
}
