import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { keepSettings } from '../settings/useSettings.js';
import { ErrorBoundary } from '../shell/ErrorBoundary.js';
import { mendLanguage } from '../shell/mendLanguage.js';
import { readTheme, showTheme } from '../shell/theme.js';
import '../styles.css';
import { ApiError } from './readApi.js';
import { Dashboard } from './Dashboard.js';

mendLanguage();
showTheme(readTheme());
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no place for the app.');
const isWorthRetry = (count: number, error: unknown): boolean =>
  count < 2 && !(error instanceof ApiError && error.status < 500);
const queryClient = new QueryClient({ defaultOptions: { queries: { retry: isWorthRetry } } });
await keepSettings(queryClient);
createRoot(root).render(
  <ErrorBoundary>
    <QueryClientProvider client={queryClient}>
      <Dashboard />
    </QueryClientProvider>
  </ErrorBoundary>,
);
