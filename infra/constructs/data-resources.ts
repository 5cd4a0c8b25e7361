import type { Key } from 'aws-cdk-lib/aws-kms';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { MediaBucket } from './media-bucket.ts';
import type { WorkspaceTable } from './workspace-table.ts';

/** Where customer data is stored: what consumers and stacks receive of the data stack. */
export type DataResources = {
  readonly coreTable: WorkspaceTable;
  readonly deliveryTable: WorkspaceTable;
  readonly secretKey: Key;
  readonly mediaBucket: MediaBucket;
};

/** What operations use: the data, and the queue that visits of pages are sent to. */
export type OperationResources = DataResources & { readonly visitQueue: IQueue };
