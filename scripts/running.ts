/** Where a running local stack is, and who calls it. */
export type Running = {
  readonly baseUrl: string;
  readonly lambdaUrl: string;
  readonly receiverUrl: string;
  readonly dynamodbUrl: string;
  readonly workspaceId: string;
  readonly apiKey: string;
};
