import * as v from 'valibot';
import type { BucketDescription } from './platform.ts';

const bucketProperties = v.object({
  CorsConfiguration: v.optional(
    v.object({
      CorsRules: v.array(
        v.object({
          AllowedOrigins: v.array(v.string()),
          AllowedMethods: v.array(v.string()),
          AllowedHeaders: v.optional(v.array(v.string()), []),
          ExposedHeaders: v.optional(v.array(v.string()), []),
          MaxAge: v.optional(v.number()),
        }),
      ),
    }),
  ),
  LifecycleConfiguration: v.optional(
    v.object({
      Rules: v.array(
        v.object({ Prefix: v.optional(v.string(), ''), ExpirationInDays: v.optional(v.number()) }),
      ),
    }),
  ),
});

/** Reads the CORS and lifecycle rules of a bucket. */
export function readBucket(
  name: string,
  read: (schema: typeof bucketProperties) => v.InferOutput<typeof bucketProperties>,
): BucketDescription {
  const { CorsConfiguration, LifecycleConfiguration } = read(bucketProperties);
  const [cors] = CorsConfiguration?.CorsRules ?? [];
  return {
    name,
    expiries: (LifecycleConfiguration?.Rules ?? []).flatMap(({ Prefix, ExpirationInDays }) =>
      ExpirationInDays === undefined ? [] : [{ prefix: Prefix, days: ExpirationInDays }],
    ),
    cors: cors && {
      origins: cors.AllowedOrigins,
      methods: cors.AllowedMethods,
      headers: cors.AllowedHeaders,
      exposed: cors.ExposedHeaders,
      maxAgeSeconds: cors.MaxAge,
      credentials: false,
    },
  };
}
