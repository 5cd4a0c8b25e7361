import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { httpFunction } from '#shared/http/http-function.ts';
import { systemClock } from '#shared/runtime/clock.ts';
import { parseEnv } from '#shared/runtime/env.ts';
import { createLog } from '#shared/runtime/logger.ts';
import { envSchema } from './env.ts';
import { createGetPageAssetHandler } from './handler.ts';
import { operation } from './operation.ts';

parseEnv(envSchema, process.env);

// The packages of the fonts are beside the bundle, and in the repository where every package is.
const { resolve } = createRequire(import.meta.url);
const getPageAsset = createGetPageAssetHandler({ readModule: (path) => readFile(resolve(path)) });

export const handler = httpFunction(operation, getPageAsset, {
  clock: systemClock,
  log: createLog(operation.name),
});
