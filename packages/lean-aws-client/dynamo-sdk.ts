import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import type { Environment } from './direct-client.ts';
import { SDK_LIMITS } from './sdk-limits.ts';

/** The commands of the platform. */
export {
  BatchGetItemCommand,
  DeleteItemCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';

/**
 * A DynamoDB client of the SDK; endpoint, region and credentials come from the environment. With the variables of the environment, the
 * SDK does not search for the endpoint in the files of a developer's machine either, which takes 2 ms.
 */
export function createSdkDynamoClient(
  environment: Environment,
  settings: DynamoDBClientConfig = {},
): DynamoDBClient {
  const client = new DynamoDBClient({
    ...SDK_LIMITS,
    ...dynamoEndpoint(environment),
    accountIdEndpointMode: 'disabled',
    ...settings,
  });
  // The middleware prepares every request and response for a logger, even without one: as much work as signing the request.
  client.middlewareStack.remove('loggerMiddleware');
  return client;
}

function dynamoEndpoint({ AWS_ENDPOINT_URL_DYNAMODB, AWS_ENDPOINT_URL }: Environment) {
  const endpoint = AWS_ENDPOINT_URL_DYNAMODB ?? AWS_ENDPOINT_URL;
  return endpoint === undefined ? { ignoreConfiguredEndpointUrls: true } : { endpoint };
}
