import { OPERATIONS } from '#functions/registry.ts';
import { httpFunction } from '#shared/platform/http/http-function.ts';
import { systemClock } from '#shared/platform/runtime/clock.ts';
import { parseEnv } from '#shared/platform/runtime/env.ts';
import { createLog } from '#shared/platform/runtime/logger.ts';
import { envSchema } from './env.ts';
import { createRouteNotFoundHandler } from './handler.ts';
import { operation } from './operation.ts';

parseEnv(envSchema, process.env);

export const handler = httpFunction(operation, createRouteNotFoundHandler(OPERATIONS), {
  clock: systemClock,
  log: createLog(operation.name),
});
