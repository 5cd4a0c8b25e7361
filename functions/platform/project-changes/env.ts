import * as v from 'valibot';
import { baseEnv, count, text } from '#shared/platform/runtime/env.ts';

export const envSchema = v.object({
  ...baseEnv,
  CORE_TABLE: text,
  PUBLISH_QUEUE_URL: text,
  PUBLISH_QUEUE_ARN: text,
  PUBLISH_DEAD_LETTER_ARN: text,
  BROADCAST_QUEUE_URL: text,
  BROADCAST_QUEUE_ARN: text,
  BROADCAST_DEAD_LETTER_ARN: text,
  RECOMPUTE_QUEUE_URL: text,
  RECOMPUTE_QUEUE_ARN: text,
  RECOMPUTE_DEAD_LETTER_ARN: text,
  MESSAGE_QUEUE_URL: text,
  MESSAGE_QUEUE_ARN: text,
  MESSAGE_DEAD_LETTER_ARN: text,
  CALENDAR_QUEUE_URL: text,
  CALENDAR_QUEUE_ARN: text,
  CALENDAR_DEAD_LETTER_ARN: text,
  IMPORT_QUEUE_URL: text,
  IMPORT_QUEUE_ARN: text,
  IMPORT_DEAD_LETTER_ARN: text,
  REMOVAL_QUEUE_URL: text,
  REMOVAL_QUEUE_ARN: text,
  REMOVAL_DEAD_LETTER_ARN: text,
  DOWNLOAD_QUEUE_URL: text,
  DOWNLOAD_QUEUE_ARN: text,
  DOWNLOAD_DEAD_LETTER_ARN: text,
  DUE_SCHEDULE_GROUP: text,
  DUE_SCHEDULE_ROLE_ARN: text,
  QUARANTINED_CHANGES_QUEUE_URL: text,
  QUEUE_DELAY_LIMIT: count,
});

export type Env = v.InferOutput<typeof envSchema>;
