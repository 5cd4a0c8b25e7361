import type { Environment } from '#packages/lean-aws-client/direct-client.ts';
import { bucketUrl, type FileSettings } from '#shared/platform/runtime/file-settings.ts';
import { requiredVariable } from './provisions.ts';

/** The settings of the file store for a bucket, with the region and the credentials that Lambda sets. */
export function fileSettings(mediaBucket: string, environment: Environment = process.env): FileSettings {
  const { AWS_SESSION_TOKEN, AWS_ENDPOINT_URL_S3 } = environment;
  return {
    MEDIA_BUCKET: mediaBucket,
    AWS_REGION: requiredVariable('AWS_REGION', environment),
    AWS_ACCESS_KEY_ID: requiredVariable('AWS_ACCESS_KEY_ID', environment),
    AWS_SECRET_ACCESS_KEY: requiredVariable('AWS_SECRET_ACCESS_KEY', environment),
    AWS_SESSION_TOKEN,
    AWS_ENDPOINT_URL_S3,
  };
}

/** The origin to which browsers send uploads. */
export function uploadOrigin(mediaBucket: string): string {
  return new URL(bucketUrl(fileSettings(mediaBucket))).origin;
}
