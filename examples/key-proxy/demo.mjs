import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, createPortage, metrics } from '@portage/sdk';
import { serveKeyProxy } from './server.mjs';

const [service] = process.argv.slice(2);
const apiKey = process.env.PORTAGE_API_KEY;
const page = 'https://app.example';
const server = await serveKeyProxy({ service, apiKey, mount: '/api/portage', origins: [page] });
const baseUrl = `http://127.0.0.1:${server.address().port}/api/portage`;

// As a page does it: the address of its own server, and no key.
const portage = createPortage({ baseUrl, executors: [] });
const user = '0x03508bb71268bba25ecacc8f620e01866650532c';
const route = { user, originChainId: 8453, destinationChainId: 10 };
const { details } = await portage.getQuote({ ...route, amount: '100000000000000000' });
console.log(`${details.currencyIn.amountFormatted} in, ${details.currencyOut.amountFormatted} out`);

const ask = async (path, headers) => await fetch(baseUrl + path, { headers });
console.log(`a page of ours: ${(await ask('/chains', { origin: page })).status}`);
console.log(`an owner's endpoint: ${(await ask('/metrics/usage')).status}`);
console.log(
  `a page of another: ${(await ask('/chains', { origin: 'https://else.example' })).status}`,
);

// The service counts these calls for the key; its report is some seconds behind.
const owner = createClient({ baseUrl: service, apiKey }).extend(metrics());
let calls = 0;
for (let tries = 0; tries < 60 && calls === 0; tries += 1) {
  await sleep(500);
  const rows = await owner.getUsage({ granularity: 'minutely' });
  calls = rows
    .filter(({ endpoint }) => endpoint.endsWith('quote/v2'))
    .reduce((sum, { count }) => sum + count, 0);
}
console.log(`quotes in the name of the key: ${calls}`);
server.close();
server.closeAllConnections();
