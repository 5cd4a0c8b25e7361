import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { KMSClient } from '@aws-sdk/client-kms';
import type { SchedulerClient } from '@aws-sdk/client-scheduler';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { attemptDirectly } from './direct-attempts.ts';

/** The clients of the consumers; each consumer takes the ones that it uses. */
export type AwsClients = {
  readonly dynamo: DynamoDBClient;
  readonly sqs: SQSClient;
  readonly scheduler: SchedulerClient;
  readonly kms: KMSClient;
};

/**
 * Shared SDK client settings; timeouts in milliseconds. All attempts of a hung call together take less than 10 s, the
 * timeout of an operation's function. Settings that equal the SDK default are listed explicitly, so that the SDK does not
 * resolve them from the environment and files on every cold start.
 */
export const SDK_LIMITS = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 2000, throwOnRequestTimeout: true },
  retryMode: 'standard',
  // The order of the middleware is computed once for each command, not for each call.
  cacheMiddleware: true,
  useDualstackEndpoint: false,
  useFipsEndpoint: false,
  disableClockSkewCorrection: false,
  authSchemePreference: noPreference,
  userAgentAppId: noName,
} as const;

/**
 * A DynamoDB client; endpoint, region and credentials come from the environment. With the variables of the environment, the SDK does
 * not search for the endpoint in the files of a developer's machine either, which is 2 ms of a cold start.
 */
export function createDynamoClient(environment?: Environment): DynamoDBClient {
  const client = new DynamoDBClient({
    ...SDK_LIMITS,
    ...(environment && dynamoEndpoint(environment)),
    accountIdEndpointMode: 'disabled',
  });
  // The middleware prepares every request and response for a logger, even without one: as much work as signing the request.
  client.middlewareStack.remove('loggerMiddleware');
  return attemptDirectly(client);
}

type Environment = Readonly<Record<string, string | undefined>>;

function dynamoEndpoint({ AWS_ENDPOINT_URL_DYNAMODB, AWS_ENDPOINT_URL }: Environment) {
  const endpoint = AWS_ENDPOINT_URL_DYNAMODB ?? AWS_ENDPOINT_URL;
  return endpoint === undefined ? { ignoreConfiguredEndpointUrls: true } : { endpoint };
}

async function noPreference(): Promise<string[]> {
  return [];
}

async function noName(): Promise<undefined> {
  return undefined;
}
