import * as v from 'valibot';
import { baseEnv, count, list, text } from '#shared/platform/runtime/env.ts';
import { messagingServicesEnv } from '#shared/platform/runtime/messaging-settings.ts';

export const envSchema = v.object({
  ...baseEnv,
  ...messagingServicesEnv,
  CORE_TABLE: text,
  MEDIA_BUCKET: text,
  MESSAGE_QUEUE_URL: text,
  RECEIPT_QUEUE_URL: text,
  QUEUE_DELAY_LIMIT: count,
  MESSAGING_CHANNELS: list,
  // Empty in a stage that sends in the sandbox only; the second one is optional in every stage.
  SMS_CONFIGURATION_SET: v.optional(v.string(), ''),
  SMS_PROTECT_CONFIGURATION: v.optional(v.string(), ''),
  SMS_MAX_PRICE: v.optional(v.string(), ''),
  POWERTOOLS_METRICS_NAMESPACE: text,
});

export type Env = v.InferOutput<typeof envSchema>;
