import { pageOrigin } from '#shared/biolinks/domain/public-url.ts';
import { createVisits } from '#shared/biolinks/render/visits.ts';
import { createDynamoPublicPageStore } from '#shared/biolinks/store/dynamo-public-page-store.ts';
import { httpFunction } from '#shared/platform/http/http-function.ts';
import { createDynamoClient } from '#shared/platform/runtime/aws-clients.ts';
import { systemClock } from '#shared/platform/runtime/clock.ts';
import { parseEnv } from '#shared/platform/runtime/env.ts';
import { createLog } from '#shared/platform/runtime/logger.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { envSchema } from './env.ts';
import { createGetRobotsHandler } from './handler.ts';
import { operation } from './operation.ts';

const env = parseEnv(envSchema, process.env);
const store = createDynamoPublicPageStore(createTable(createDynamoClient(), env.CORE_TABLE));
const origin = pageOrigin(env.PAGE_HOST);
const visits = createVisits({ store, origin, apiHosts: env.API_HOSTS });

export const handler = httpFunction(operation, createGetRobotsHandler({ visits }), {
  clock: systemClock,
  log: createLog(operation.name),
});
