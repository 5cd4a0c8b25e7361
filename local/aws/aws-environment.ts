import { LOCAL_AWS } from './aws-identity.ts';

export type AwsEndpoints = {
  readonly dynamodb: string;
  readonly sqs: string;
  readonly scheduler: string;
  readonly kms: string;
  readonly s3: string;
  readonly ses: string;
  readonly smsVoice: string;
  readonly socialMessaging: string;
};

/** The environment variables that point every SDK client of this process to the local services. */
export function awsEnvironment(endpoints: AwsEndpoints): Record<string, string> {
  return {
    AWS_REGION: LOCAL_AWS.region,
    AWS_DEFAULT_REGION: LOCAL_AWS.region,
    AWS_ACCESS_KEY_ID: LOCAL_AWS.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: LOCAL_AWS.credentials.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamodb,
    AWS_ENDPOINT_URL_SQS: endpoints.sqs,
    AWS_ENDPOINT_URL_SCHEDULER: endpoints.scheduler,
    AWS_ENDPOINT_URL_KMS: endpoints.kms,
    AWS_ENDPOINT_URL_S3: endpoints.s3,
    AWS_ENDPOINT_URL_SESV2: endpoints.ses,
    AWS_ENDPOINT_URL_PINPOINT_SMS_VOICE_V2: endpoints.smsVoice,
    AWS_ENDPOINT_URL_SOCIALMESSAGING: endpoints.socialMessaging,
  };
}

/** AWS settings of the developer, which would make a client use a profile or real AWS instead of the local services. */
const DEVELOPER_SETTINGS = [
  'AWS_PROFILE',
  'AWS_SESSION_TOKEN',
  'AWS_ENDPOINT_URL',
  'AWS_IGNORE_CONFIGURED_ENDPOINT_URLS',
];

/**
 * Sets the variables for the whole process, because SDK clients read them on their first call, long after a function was
 * loaded. Returns a function that restores the previous values.
 */
export function applyEnvironment(environment: Readonly<Record<string, string>>): () => void {
  const names = [...DEVELOPER_SETTINGS, ...Object.keys(environment)];
  const before = names.map((name) => [name, process.env[name]] as const);
  for (const name of DEVELOPER_SETTINGS) delete process.env[name];
  Object.assign(process.env, environment);
  return () => {
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  };
}
