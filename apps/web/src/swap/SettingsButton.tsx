import { lazy, Suspense, useState, type ReactElement } from 'react';
import { SettingsTrigger } from './SettingsTrigger.js';
import type { SwapForm } from './useSwapForm.js';

/** Properties of a {@link SettingsButton}. */
export interface SettingsButtonProps {
  readonly form: SwapForm;
}

/** The settings with the code that places them, which is not needed before they are opened. */
const SettingsPopover = lazy(async () => ({
  default: (await import('./SettingsPopover.js')).SettingsPopover,
}));

/** Opens the settings of a swap. */
export function SettingsButton({ form }: SettingsButtonProps): ReactElement {
  const [isWanted, setWanted] = useState(false);
  const closed = (
    <SettingsTrigger
      slippageBps={form.slippageBps}
      aria-haspopup="dialog"
      aria-expanded={false}
      onClick={() => setWanted(true)}
    />
  );
  if (!isWanted) return closed;
  return (
    <Suspense fallback={closed}>
      <SettingsPopover form={form} />
    </Suspense>
  );
}
