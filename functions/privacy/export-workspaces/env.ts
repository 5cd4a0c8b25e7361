import * as v from 'valibot';
import { baseEnv, text } from '#shared/platform/runtime/env.ts';
import { fileSettingsEnv } from '#shared/platform/runtime/file-settings.ts';

export const envSchema = v.object({ ...baseEnv, ...fileSettingsEnv, CORE_TABLE: text });

export type Env = v.InferOutput<typeof envSchema>;
