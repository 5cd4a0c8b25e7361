import { OPERATIONS } from '#functions/registry.ts';
import { httpFunction } from '#shared/http/http-function.ts';
import { systemClock } from '#shared/runtime/clock.ts';
import { parseEnv } from '#shared/runtime/env.ts';
import { createLog } from '#shared/runtime/logger.ts';
import { envSchema } from './env.ts';
import { createRouteNotFoundHandler } from './handler.ts';
import { operation } from './operation.ts';

parseEnv(envSchema, process.env);

export const handler = httpFunction(operation, createRouteNotFoundHandler(OPERATIONS), {
  clock: systemClock,
  log: createLog(operation.name),
});
