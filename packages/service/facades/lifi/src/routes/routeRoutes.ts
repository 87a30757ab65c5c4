import { isPortageError } from '@portage/core';
import type { FacadeRoute } from '@portage/core/plugin';
import { noRouteCodes } from '../print/printError.js';
import { printRoute } from '../print/printRoute.js';
import { printStep } from '../print/printStep.js';
import { askQuote } from '../read/askQuote.js';
import { readRoutesBody } from '../read/readRoutesBody.js';
import type { Transfer } from '../read/transfer.js';
import { tool } from '../read/tool.js';

/** `POST /advanced/routes`: one route, or the reason why there is none. */
export const routeRoutes: readonly FacadeRoute[] = [
  {
    method: 'POST',
    path: '/advanced/routes',
    answer: async (call) => {
      const transfer = readRoutesBody(call.body);
      try {
        const route = printRoute(printStep(await askQuote(call, transfer)));
        return { routes: [route], unavailableRoutes: { filteredOut: [], failed: [] } };
      } catch (error) {
        if (!isPortageError(error) || !noRouteCodes.has(error.code)) throw error;
        return { routes: [], unavailableRoutes: unavailable(transfer, error) };
      }
    },
  },
];

/** Why there is no route, as LI.FI's clients show it. */
function unavailable(
  { fromChain, fromToken, toChain, toToken }: Transfer,
  { code, message }: { readonly code: string; readonly message: string },
): object {
  const path = `${String(fromChain)}:${fromToken}-${tool}-${String(toChain)}:${toToken}`;
  const failure = { errorType: 'NO_QUOTE', code, tool, message };
  return { filteredOut: [], failed: [{ overallPath: path, subpaths: { [path]: [failure] } }] };
}
