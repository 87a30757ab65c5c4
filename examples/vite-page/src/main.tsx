import { PortageProvider } from '@portage/react';
import { createPortage } from '@portage/sdk';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { SwapCard } from './SwapCard';
import { createWalletExecutor } from './wallet';
import './page.css';

const portage = createPortage({
  baseUrl: import.meta.env['VITE_PORTAGE_URL'] ?? 'http://127.0.0.1:4000',
  executors: [createWalletExecutor()],
});
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no place for the app.');
createRoot(root).render(
  <QueryClientProvider client={new QueryClient()}>
    <PortageProvider portage={portage}>
      <SwapCard />
    </PortageProvider>
  </QueryClientProvider>,
);
