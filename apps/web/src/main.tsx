import { QueryClient } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { App } from './App.js';
import { createAppPortage } from './portage/createAppPortage.js';
import { keepSettings } from './settings/useSettings.js';
import { ErrorBoundary } from './shell/ErrorBoundary.js';
import { mendLanguage } from './shell/mendLanguage.js';
import { readTheme, showTheme } from './shell/theme.js';
import './styles.css';

mendLanguage();
showTheme(readTheme());
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no place for the app.');
const queryClient = new QueryClient();
await keepSettings(queryClient);
createRoot(root).render(
  <ErrorBoundary>
    <App portage={createAppPortage()} queryClient={queryClient} />
  </ErrorBoundary>,
);
