import { Monitor, Moon, Sun } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { chooseTheme, readTheme, type Theme } from './theme.js';

const next: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };
const icons = { system: Monitor, light: Sun, dark: Moon } as const;

/** Changes between the themes. */
export function ThemeButton(): ReactElement {
  const [theme, setTheme] = useState(readTheme);
  const Icon = icons[theme];
  return (
    <button
      type="button"
      aria-label={`Theme: ${theme}. Change to ${next[theme]}`}
      onClick={() => {
        chooseTheme(next[theme]);
        setTheme(next[theme]);
      }}
      className="rounded-full p-2.5 text-quiet hover:bg-card hover:text-ink"
    >
      <Icon size={18} aria-hidden />
    </button>
  );
}
