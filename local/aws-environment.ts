import { LOCAL_AWS } from './aws-identity.ts';

export type AwsEndpoints = {
  readonly dynamodb: string;
  readonly sqs: string;
  readonly scheduler: string;
  readonly kms: string;
  readonly s3: string;
};

/** The variables by which every SDK client in this process finds the local parts. */
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
  };
}

/** A developer's own AWS settings: with them, a client would prefer a profile, or real AWS, to the local parts. */
const FOREIGN = [
  'AWS_PROFILE',
  'AWS_SESSION_TOKEN',
  'AWS_ENDPOINT_URL',
  'AWS_IGNORE_CONFIGURED_ENDPOINT_URLS',
];

/**
 * Sets the variables for the whole process, because SDK clients read them at their first call, long after a function was
 * loaded. Answers a function that puts back what was there.
 */
export function applyEnvironment(environment: Readonly<Record<string, string>>): () => void {
  const names = [...FOREIGN, ...Object.keys(environment)];
  const before = names.map((name) => [name, process.env[name]] as const);
  for (const name of FOREIGN) delete process.env[name];
  Object.assign(process.env, environment);
  return () => {
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  };
}
