import * as v from 'valibot';
import { priceListSchema } from '#shared/broadcasts/domain/price-list.ts';
import { baseEnv, text } from '#shared/platform/runtime/env.ts';
import { sendersEnv } from '#shared/platform/runtime/messaging-settings.ts';

const perSecond = v.pipe(v.string(), v.transform(Number), v.number(), v.gtValue(0));

export const envSchema = v.object({
  ...baseEnv,
  ...sendersEnv,
  CORE_TABLE: text,
  // Empty in a stage without prices, where every message counts as 0 dollars.
  MESSAGE_PRICES: v.optional(priceListSchema, ''),
  SMS_PER_SECOND: perSecond,
  WHATSAPP_PER_SECOND: perSecond,
  POWERTOOLS_METRICS_NAMESPACE: text,
});

export type Env = v.InferOutput<typeof envSchema>;
