import { Popover } from 'radix-ui';
import { useId, useState, type ReactElement } from 'react';
import { useSettings } from '../settings/useSettings.js';
import { percent, SettingsTrigger } from './SettingsTrigger.js';
import type { SwapForm } from './useSwapForm.js';

/** Properties of a {@link SettingsPopover}. */
export interface SettingsPopoverProps {
  readonly form: SwapForm;
}

const choices = [undefined, 50, 100, 300] as const;
const highBps = 500;

/**
 * Settings of a swap: the slippage that is accepted, and on a devnet a sponsor of the fees. They
 * are open when they appear.
 */
export function SettingsPopover({ form }: SettingsPopoverProps): ReactElement {
  const { slippageBps, setSlippage: onSlippage } = form;
  const hasSponsor = useSettings()?.sponsorKey !== undefined;
  return (
    <Popover.Root defaultOpen>
      <Popover.Trigger asChild>
        <SettingsTrigger slippageBps={slippageBps} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label="Slippage"
          align="end"
          sideOffset={6}
          collisionPadding={16}
          className="z-20 w-[22.5rem] max-w-[calc(100vw-2rem)] animate-rise rounded-2xl border border-line bg-card p-4 shadow-xl"
        >
          <p className="font-semibold">Max slippage</p>
          <p className="mt-1 text-sm text-quiet">
            How far the price may move until your payment is made. Beyond it you get your money
            back.
          </p>
          <SlippageChoices slippageBps={slippageBps} onSlippage={onSlippage} />
          {(slippageBps ?? 0) > highBps ? (
            <p role="status" className="mt-3 rounded-xl bg-warn-tint px-3 py-2 text-sm text-warn">
              That is a lot. You may get far less than the price shows.
            </p>
          ) : undefined}
          {hasSponsor ? <SponsorField form={form} /> : undefined}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function SponsorField({ form }: SettingsPopoverProps): ReactElement {
  return (
    <label className="mt-4 flex items-start gap-2.5 border-t border-line pt-3 text-sm">
      <input
        type="checkbox"
        checked={form.isSponsored}
        onChange={(event) => form.setSponsored(event.target.checked)}
        className="mt-0.5 size-4 accent-(--accent)"
      />
      <span>
        Let the demo sponsor pay the fees
        <span className="block text-quiet">
          As an app does for its users. This sponsor has test money alone.
        </span>
      </span>
    </label>
  );
}

interface SlippageChoicesProps {
  /** Basis points; undefined leaves it to the service. */
  readonly slippageBps: number | undefined;
  readonly onSlippage: (bps: number | undefined) => void;
}

function SlippageChoices({ slippageBps, onSlippage }: SlippageChoicesProps): ReactElement {
  const id = useId();
  const [own, setOwn] = useState('');
  const onOwn = (text: string): void => {
    if (!/^\d{0,2}(\.\d{0,2})?$/.test(text)) return;
    setOwn(text);
    onSlippage(/\d/.test(text) ? Math.round(Number(text) * 100) : undefined);
  };
  return (
    <div className="mt-3 flex flex-wrap gap-1.5" role="group" aria-label="Slippage">
      {choices.map((bps) => (
        <button
          key={bps ?? 'auto'}
          type="button"
          aria-pressed={own === '' && slippageBps === bps}
          onClick={() => {
            setOwn('');
            onSlippage(bps);
          }}
          className="rounded-full border border-line px-3 py-1.5 text-sm aria-pressed:border-transparent aria-pressed:bg-tint aria-pressed:font-medium aria-pressed:text-accent"
        >
          {bps === undefined ? 'Auto' : `${percent(bps)}%`}
        </button>
      ))}
      <label htmlFor={id} className="sr-only">
        Custom slippage, percent
      </label>
      <span className="flex w-20 items-center rounded-full border border-line px-3 py-1.5 text-sm focus-within:border-accent">
        <input
          id={id}
          inputMode="decimal"
          value={own}
          placeholder="Custom"
          onChange={(event) => {
            onOwn(event.target.value);
          }}
          className="w-full min-w-0 bg-transparent outline-none"
        />
        %
      </span>
    </div>
  );
}
