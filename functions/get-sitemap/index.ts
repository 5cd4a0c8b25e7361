import { pageOrigin } from '#shared/domain/pages/public-url.ts';
import { httpFunction } from '#shared/http/http-function.ts';
import { createVisits } from '#shared/page/visits.ts';
import { createDynamoClient } from '#shared/runtime/aws-clients.ts';
import { systemClock } from '#shared/runtime/clock.ts';
import { parseEnv } from '#shared/runtime/env.ts';
import { createLog } from '#shared/runtime/logger.ts';
import { createDynamoPublicPageStore } from '#shared/store/dynamo-public-page-store.ts';
import { createTable } from '#shared/store/table.ts';
import { envSchema } from './env.ts';
import { createGetSitemapHandler } from './handler.ts';
import { operation } from './operation.ts';

const env = parseEnv(envSchema, process.env);
const store = createDynamoPublicPageStore(createTable(createDynamoClient(), env.CORE_TABLE));
const origin = pageOrigin(env.PAGE_HOST);
const visits = createVisits({ store, origin, apiHosts: env.API_HOSTS });

export const handler = httpFunction(operation, createGetSitemapHandler({ visits, store }), {
  clock: systemClock,
  log: createLog(operation.name),
});
