import * as v from 'valibot';
import { baseEnv, list, text } from '#shared/platform/runtime/env.ts';
import { fileSettingsEnv } from '#shared/platform/runtime/file-settings.ts';

export const envSchema = v.object({
  ...baseEnv,
  ...fileSettingsEnv,
  CORE_TABLE: text,
  API_HOSTS: list,
  // Set only by the local stack; no template contains it.
  WEBHOOK_ALLOWED_HOSTS: list,
});

export type Env = v.InferOutput<typeof envSchema>;
