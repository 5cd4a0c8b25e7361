/**
 * Variables of a function that works with files. The stack sets the bucket. Lambda sets the region and the credentials, which
 * stay the same for as long as an instance lives. The endpoint is set on a developer's machine only.
 */
export type FileSettings = {
  readonly MEDIA_BUCKET: string;
  readonly AWS_REGION: string;
  readonly AWS_ACCESS_KEY_ID: string;
  readonly AWS_SECRET_ACCESS_KEY: string;
  readonly AWS_SESSION_TOKEN?: string | undefined;
  readonly AWS_ENDPOINT_URL_S3?: string | undefined;
};

/** The URL of the bucket, without a slash at the end. */
export function bucketUrl({ MEDIA_BUCKET, AWS_REGION, AWS_ENDPOINT_URL_S3 }: FileSettings): string {
  if (AWS_ENDPOINT_URL_S3 !== undefined) return `${AWS_ENDPOINT_URL_S3}/${MEDIA_BUCKET}`;
  return `https://${MEDIA_BUCKET}.s3.${AWS_REGION}.amazonaws.com`;
}
