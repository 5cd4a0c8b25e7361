import { httpFunction } from '#shared/platform/http/http-function.ts';
import { systemClock } from '#shared/platform/runtime/clock.ts';
import { parseEnv } from '#shared/platform/runtime/env.ts';
import { createLog } from '#shared/platform/runtime/logger.ts';
import { envSchema } from './env.ts';
import { createGetHealthHandler } from './handler.ts';
import { operation } from './operation.ts';

parseEnv(envSchema, process.env);

export const handler = httpFunction(operation, createGetHealthHandler(), {
  clock: systemClock,
  log: createLog(operation.name),
});
