import * as v from 'valibot';
import { baseEnv, text } from '#shared/platform/runtime/env.ts';

export const envSchema = v.object({
  ...baseEnv,
  CORE_TABLE: text,
  PUBLISH_QUEUE_URL: text,
  BROADCAST_QUEUE_URL: text,
  SENDING_QUEUE_URL: text,
  RECOMPUTE_QUEUE_URL: text,
  MESSAGE_QUEUE_URL: text,
  CALENDAR_QUEUE_URL: text,
  IMPORT_QUEUE_URL: text,
  REMOVAL_QUEUE_URL: text,
  DOWNLOAD_QUEUE_URL: text,
});

export type Env = v.InferOutput<typeof envSchema>;
