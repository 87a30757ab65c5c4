import { readStored, writeStored } from '../storage/stored.js';

/** Look of the page; `system` follows the machine. */
export type Theme = 'system' | 'light' | 'dark';

const key = 'theme';

/** Theme of the last visit. */
export function readTheme(): Theme {
  const stored = readStored(key);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Shows a theme. */
export function showTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

/** Shows a theme and keeps it. */
export function chooseTheme(theme: Theme): void {
  showTheme(theme);
  writeStored(key, theme === 'system' ? undefined : theme);
}
