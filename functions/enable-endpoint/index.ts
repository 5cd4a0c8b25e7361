import { httpFunction } from '#shared/http/http-function.ts';
import { createDynamoClient } from '#shared/runtime/aws-clients.ts';
import { systemClock } from '#shared/runtime/clock.ts';
import { parseEnv } from '#shared/runtime/env.ts';
import { createLog } from '#shared/runtime/logger.ts';
import { createDynamoAnswerStore } from '#shared/store/dynamo-answer-store.ts';
import { createDynamoApiKeyStore } from '#shared/store/dynamo-api-key-store.ts';
import { createDynamoDeliveryStore } from '#shared/store/dynamo-delivery-store.ts';
import { createDynamoEndpointStore } from '#shared/store/dynamo-endpoint-store.ts';
import { createTable } from '#shared/store/table.ts';
import { createAddressGuard } from '#shared/network/address-guard.ts';
import { envSchema } from './env.ts';
import { createEnableEndpointHandler } from './handler.ts';
import { operation } from './operation.ts';

const env = parseEnv(envSchema, process.env);
const dynamo = createDynamoClient();
const core = createTable(dynamo, env.CORE_TABLE);

const enableEndpoint = createEnableEndpointHandler({
  endpoints: createDynamoEndpointStore(core),
  deliveries: createDynamoDeliveryStore(createTable(dynamo, env.DELIVERY_TABLE)),
  guard: createAddressGuard({ allowedHosts: env.WEBHOOK_ALLOWED_HOSTS, apiHosts: env.API_HOSTS }),
});

export const handler = httpFunction(operation, enableEndpoint, {
  clock: systemClock,
  log: createLog(operation.name),
  keys: createDynamoApiKeyStore(core),
  memory: { answers: createDynamoAnswerStore(core) },
});
