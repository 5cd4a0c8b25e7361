import * as v from 'valibot';
import { baseEnv, count, list, text } from '#shared/platform/runtime/env.ts';
import { fileSettingsEnv } from '#shared/platform/runtime/file-settings.ts';

export const envSchema = v.object({
  ...baseEnv,
  ...fileSettingsEnv,
  CORE_TABLE: text,
  SECRET_KEY_ID: text,
  PUBLISH_QUEUE_URL: text,
  QUEUE_DELAY_LIMIT: count,
  API_HOSTS: list,
  POWERTOOLS_METRICS_NAMESPACE: text,
  OAUTH_APPS: text,
  // Set only by the local stack; no template contains them.
  WEBHOOK_ALLOWED_HOSTS: list,
  NETWORK_ORIGINS: list,
});

export type Env = v.InferOutput<typeof envSchema>;
