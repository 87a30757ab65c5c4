import type { FacadeRoute } from '@portage/core/plugin';
import { printStep } from '../print/printStep.js';
import { askQuote } from '../read/askQuote.js';
import { readQuery } from '../read/readQuery.js';
import { readStep } from '../read/readStep.js';

/** `GET /quote`, `GET /quote/toAmount` and `POST /advanced/stepTransaction`. */
export const quoteRoutes: readonly FacadeRoute[] = [
  {
    method: 'GET',
    path: '/quote',
    answer: async (call) => printStep(await askQuote(call, readQuery(call.query, 'EXACT_INPUT'))),
  },
  {
    method: 'GET',
    path: '/quote/toAmount',
    answer: async (call) => printStep(await askQuote(call, readQuery(call.query, 'EXACT_OUTPUT'))),
  },
  {
    method: 'POST',
    path: '/advanced/stepTransaction',
    // Each time a new quote: the client compares it with the one that it showed.
    answer: async (call) => {
      const { id, transfer } = readStep(call.body);
      return printStep(await askQuote(call, transfer), id);
    },
  },
];
