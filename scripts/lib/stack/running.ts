/** The URLs of a running local stack, and the credentials of its demo workspace. */
export type Running = {
  readonly baseUrl: string;
  readonly lambdaUrl: string;
  readonly receiverUrl: string;
  readonly dynamodbUrl: string;
  /** The beginning of the URLs of queues. */
  readonly queuesUrl: string;
  readonly coreTable: string;
  readonly deliveryTable: string;
  readonly workspaceId: string;
  readonly apiKey: string;
  /** A key of another member of the workspace. */
  readonly secondAdminApiKey: string;
};
