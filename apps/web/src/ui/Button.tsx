import type { ButtonHTMLAttributes, ReactElement } from 'react';

/** Properties of a {@link Button}. */
export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly tone?: 'main' | 'soft' | 'plain';
  readonly size?: 'large' | 'small';
}

const tones = {
  main: 'bg-accent-strong text-on-accent hover:brightness-110 disabled:bg-well disabled:text-quiet',
  soft: 'bg-tint text-accent hover:brightness-105 disabled:text-quiet',
  plain: 'bg-well text-ink hover:brightness-97 dark:hover:brightness-120',
} as const;

const sizes = {
  large: 'w-full rounded-2xl px-5 py-4 text-lg font-semibold',
  small: 'rounded-full px-3.5 py-1.5 text-sm font-medium',
} as const;

/** A button in one of three tones. */
export function Button({
  tone = 'main',
  size = 'small',
  className = '',
  ...rest
}: ButtonProps): ReactElement {
  return (
    <button
      type="button"
      {...rest}
      className={`transition disabled:cursor-not-allowed ${tones[tone]} ${sizes[size]} ${className}`}
    />
  );
}
