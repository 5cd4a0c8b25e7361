import * as v from 'valibot';
import { baseEnv, text } from '#shared/platform/runtime/env.ts';
import { fileStoreEnv } from '#shared/publishing/adapters/file-store-env.ts';

export const envSchema = v.object({ ...baseEnv, ...fileStoreEnv, CORE_TABLE: text });
