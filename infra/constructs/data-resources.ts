import type { Key } from 'aws-cdk-lib/aws-kms';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Queue } from '#shared/platform/runtime/capabilities.ts';
import type { MediaBucket } from './media-bucket.ts';
import type { WorkspaceTable } from './workspace-table.ts';

/** Where customer data is stored: what consumers and stacks receive of the data stack. */
export type DataResources = {
  readonly coreTable: WorkspaceTable;
  readonly deliveryTable: WorkspaceTable;
  readonly secretKey: Key;
  readonly mediaBucket: MediaBucket;
};

/** A work queue and its dead-letter queue. */
export type QueuePair = { readonly queue: IQueue; readonly deadLetters: IQueue };

/** A group of one-time schedules. */
type Schedules = {
  readonly groupName: string;
  /** The role with which the schedules send. */
  readonly roleArn: string;
  /** The schedules of the group. */
  readonly schedulesArn: string;
};

/** The hosts of the stage, as functions get them. Lists are comma-separated. */
export type HostResources = {
  /** All hosts of the stage, also that of pages: they are rejected as receivers and as hosts of a social network. */
  readonly apiHosts: string;
  /** The origins that serve the API and the console; the first is in links. */
  readonly apiOrigins: string;
  /** Host of pages without a custom domain. */
  readonly pageHost: string;
};

/** What the functions of a stack use, besides the data. */
export type FunctionResources = Partial<HostResources> & {
  readonly data: DataResources;
  /** The work queues that they send to or receive from. */
  readonly queues: Readonly<Partial<Record<Queue, QueuePair>>>;
  /** Groups of one-time schedules, by the first word of their capability. */
  readonly schedules?: Readonly<Record<string, Schedules>>;
  /** Stores complete stream records that grew too old. */
  readonly unhandled?: Bucket;
};
