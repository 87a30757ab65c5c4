import type { EndpointName } from '@portage/core/schemas';
import { appFeeBalances } from './appFeeBalances.js';
import { appFeeClaim } from './appFeeClaim.js';
import { appFeeClaims } from './appFeeClaims.js';
import { chains } from './chains.js';
import { config } from './config.js';
import type { Route } from './context.js';
import { currencies } from './currencies.js';
import { dashboardKeys } from './dashboard/dashboardKeys.js';
import { dashboardMoney } from './dashboard/dashboardMoney.js';
import { dashboardOverview } from './dashboard/dashboardOverview.js';
import { dashboardRequest } from './dashboard/dashboardRequest.js';
import { dashboardRequests } from './dashboard/dashboardRequests.js';
import { dashboardService } from './dashboard/dashboardService.js';
import { dashboardSession } from './dashboard/dashboardSession.js';
import { dashboardUsage } from './dashboard/dashboardUsage.js';
import { depositAddress } from './depositAddress.js';
import { depositAddressReindex } from './depositAddressReindex.js';
import { execute } from './execute.js';
import { executePermits } from './executePermits.js';
import { fastFill } from './fastFill.js';
import { health } from './health.js';
import { legacyStatus } from './legacyStatus.js';
import {
  modelLiquidity,
  modelRates,
  modelStatusV2,
  modelTokenPrice,
  modelTrending,
} from './model/modelRoutes.js';
import { modelDepositAddressDisable, modelDepositAddressV2 } from './model/depositAddressV2.js';
import { modelRequestsV3 } from './model/requestsV3.js';
import { quote } from './quote.js';
import { requests } from './requests.js';
import { serviceLevels } from './serviceLevels/serviceLevels.js';
import { status } from './status.js';
import { swapSources } from './swapSources.js';
import { transactionsIndex } from './transactionsIndex.js';
import { transactionsSingle } from './transactionsSingle.js';
import { usage } from './usage.js';
import {
  webhookChange,
  webhookCreate,
  webhookDelete,
  webhookDeliveries,
  webhookList,
  webhookReplay,
  webhookRotate,
  webhookTest,
} from './webhooks/webhookRoutes.js';
import { withdrawalBalances } from './withdrawalBalances.js';
import { withdrawalRequest } from './withdrawalRequest.js';
import { withdrawalStatus } from './withdrawalStatus.js';

/** The endpoints that this version offers; all others of the table answer `UNSUPPORTED_FEATURE`. */
export const routes: { readonly [Name in EndpointName]?: Route<Name> } = {
  quote,
  status,
  legacyStatus,
  transactionsIndex,
  transactionsSingle,
  fastFill,
  chains,
  health,
  serviceLevels,
  usage,
  currencies,
  requests,
  config,
  swapSources,
  appFeeBalances,
  appFeeClaim,
  appFeeClaims,
  depositAddress,
  depositAddressReindex,
  executePermits,
  execute,
  withdrawalBalances,
  withdrawalRequest,
  withdrawalStatus,
  modelStatusV2,
  modelRequestsV3,
  modelDepositAddressV2,
  modelDepositAddressDisable,
  modelTokenPrice,
  modelTrending,
  modelLiquidity,
  modelRates,
  webhookList,
  webhookCreate,
  webhookChange,
  webhookDelete,
  webhookRotate,
  webhookTest,
  webhookReplay,
  webhookDeliveries,
  dashboardSession,
  dashboardRequests,
  dashboardRequest,
  dashboardOverview,
  dashboardUsage,
  dashboardMoney,
  dashboardKeys,
  dashboardService,
};
