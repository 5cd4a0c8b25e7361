import * as v from 'valibot';
import { baseEnv, text } from '#shared/runtime/env.ts';
import { fileStoreEnv } from '#shared/runtime/file-store-env.ts';

export const envSchema = v.object({ ...baseEnv, ...fileStoreEnv, CORE_TABLE: text });
