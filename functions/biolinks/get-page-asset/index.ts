import { httpFunction } from '#shared/platform/http/http-function.ts';
import { systemClock } from '#shared/platform/runtime/clock.ts';
import { deployedFiles } from '#shared/platform/runtime/deployed-files.ts';
import { parseEnv } from '#shared/platform/runtime/env.ts';
import { createLog } from '#shared/platform/runtime/logger.ts';
import { envSchema } from './env.ts';
import { createGetPageAssetHandler } from './handler.ts';
import { operation } from './operation.ts';

parseEnv(envSchema, process.env);

const { read } = deployedFiles(import.meta.url);
const getPageAsset = createGetPageAssetHandler({ readModule: (path) => read(`node_modules/${path}`) });

export const handler = httpFunction(operation, getPageAsset, {
  clock: systemClock,
  log: createLog(operation.name),
});
