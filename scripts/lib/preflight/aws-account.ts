/** Raised for a resource that the account does not have. */
export class NotFoundError extends Error {
  override readonly name = 'NotFoundError';
}

export type Certificate = {
  readonly status: string;
  readonly names: readonly string[];
  /** Records that prove the ownership of the names; empty for validation by mail. */
  readonly validation?: readonly { readonly name: string; readonly value: string }[];
};

export type Subscription = { readonly endpoint: string; readonly isConfirmed: boolean };

/** What the preflight reads from an account. Nothing of it changes the account. */
export type AwsAccount = {
  accountId(): Promise<string>;
  /** The region of the environment or of the profile; undefined if none is configured. */
  region(): Promise<string | undefined>;
  concurrency(region: string): Promise<{ readonly total: number; readonly unreserved: number }>;
  /** Version of the CDK's bootstrap stack. @throws NotFoundError */
  bootstrapVersion(region: string): Promise<number>;
  /** @throws NotFoundError */
  certificate(arn: string): Promise<Certificate>;
  /** Outputs of a deployed stack by name. @throws NotFoundError */
  stackOutputs(stack: string, region: string): Promise<Readonly<Record<string, string>>>;
  /** Management account of the organization; undefined for an account without one. */
  managementAccount(): Promise<string | undefined>;
  /** Whether Cost Explorer was opened once, without which Cost Anomaly Detection rejects every call. */
  hasCostExplorer(): Promise<boolean>;
  /** IAM roles of the account and their quota. */
  roles(): Promise<{ readonly used: number; readonly quota: number }>;
  /** The quota of the account for the routes of an HTTP API. */
  routesPerApi(region: string): Promise<number>;
  subscriptions(topicArn: string): Promise<readonly Subscription[]>;
};
