import { bucketUrl, type FileSettings } from '#shared/platform/runtime/file-settings.ts';
import { requiredVariable } from './provisions.ts';

/** The settings of the file store for a bucket, with the region and the credentials that Lambda sets. */
export function fileSettings(mediaBucket: string): FileSettings {
  const { AWS_SESSION_TOKEN, AWS_ENDPOINT_URL_S3 } = process.env;
  return {
    MEDIA_BUCKET: mediaBucket,
    AWS_REGION: requiredVariable('AWS_REGION'),
    AWS_ACCESS_KEY_ID: requiredVariable('AWS_ACCESS_KEY_ID'),
    AWS_SECRET_ACCESS_KEY: requiredVariable('AWS_SECRET_ACCESS_KEY'),
    AWS_SESSION_TOKEN,
    AWS_ENDPOINT_URL_S3,
  };
}

/** The origin to which browsers send uploads. */
export function uploadOrigin(mediaBucket: string): string {
  const AWS_REGION = requiredVariable('AWS_REGION');
  const { AWS_ENDPOINT_URL_S3 } = process.env;
  return new URL(bucketUrl({ MEDIA_BUCKET: mediaBucket, AWS_REGION, AWS_ENDPOINT_URL_S3 })).origin;
}
