import { createKeyProxy } from '../../../../createKeyProxy.mjs';

const handle = createKeyProxy({
  service: process.env.PORTAGE_URL,
  apiKey: process.env.PORTAGE_API_KEY,
  mount: '/api/portage',
  origins: (process.env.PAGE_ORIGIN ?? '').split(','),
});

export const dynamic = 'force-dynamic';
export { handle as GET, handle as POST };
