import * as v from 'valibot';
import { baseEnv, text } from '#shared/platform/runtime/env.ts';
import { fileSettingsEnv } from '#shared/platform/runtime/file-settings.ts';
import { messagingServicesEnv } from '#shared/platform/runtime/messaging-settings.ts';

export const envSchema = v.object({
  ...baseEnv,
  ...fileSettingsEnv,
  ...messagingServicesEnv,
  CORE_TABLE: text,
  POWERTOOLS_METRICS_NAMESPACE: text,
});

export type Env = v.InferOutput<typeof envSchema>;
