import * as v from 'valibot';
import { baseEnv, count, text } from '#shared/platform/runtime/env.ts';
import { sendersEnv } from '#shared/platform/runtime/messaging-settings.ts';

export const envSchema = v.object({
  ...baseEnv,
  ...sendersEnv,
  CORE_TABLE: text,
  MESSAGE_QUEUE_URL: text,
  QUEUE_DELAY_LIMIT: count,
  POWERTOOLS_METRICS_NAMESPACE: text,
});

export type Env = v.InferOutput<typeof envSchema>;
