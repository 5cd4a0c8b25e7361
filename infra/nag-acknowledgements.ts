import { Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';
import type { Stage } from './config.ts';

type Acknowledgement = {
  /** Id of the rule, with the finding where the rule reports one; `<stage>` is replaced by the stage. */
  readonly id: string;
  /** Construct paths without `workspace-<stage>-`, including everything below them. If omitted, every stack of the stage. */
  readonly at?: readonly string[];
  /** The stage decides whether the construct exists. */
  readonly isOptional?: true;
  readonly reason: string;
};

const MEDIA_KEYS =
  'Object keys contain workspace and file id, which are not known at deployment; a function signs each URL for exactly one object.';
const UNHANDLED_KEYS =
  'Lambda generates the object keys of a mapping from shard and time; bucket and prefix are exact.';

/**
 * Every accepted finding of cdk-nag with its reason; findings are acknowledged nowhere else. A test fails on a finding without an
 * entry and on an entry without a finding.
 */
export const ACKNOWLEDGED: readonly Acknowledgement[] = [
  {
    id: 'AwsSolutions-APIG4',
    reason:
      'An authorizer of an HTTP API cannot accept either of two headers and cannot return problem+json. Instead, each function checks the key as its operation declares. Public pages and forms require no key by design.',
  },
  {
    id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup]',
    at: ['data/DailyBackups/Role'],
    isOptional: true,
    reason:
      'AWS Backup defines in this policy what it needs to copy a table, and extends it with its features.',
  },
  {
    id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/AWSBackupServiceRolePolicyForS3Backup]',
    at: ['data/DailyBackups/Role'],
    isOptional: true,
    reason:
      'AWS Backup defines in this policy what it needs to copy a bucket, and extends it with its features.',
  },
  {
    id: 'AwsSolutions-S1',
    at: ['data/MediaBucket'],
    reason:
      'Accessed through presigned URLs only. Functions sign each URL and log it with its request; access logs would repeat this at a cost per upload and view.',
  },
  {
    id: 'AwsSolutions-S1',
    at: ['delivery/UndispatchedRecords', 'scheduling/UnprojectedRecords'],
    reason:
      'Lambda writes to the bucket, and an operator reads it after an alarm. It is empty in normal operation, and objects expire after 14 days.',
  },
  {
    id: 'AwsSolutions-SQS3',
    at: [
      'delivery/sweep-deliveries/DeliverySweep/DeadLetters',
      'delivery/redact-payloads/Redaction/DeadLetters',
      'scheduling/sweep-schedules/ScheduleSweep/DeadLetters',
      'scheduling/erase-workspaces/WorkspaceErasure/DeadLetters',
      'scheduling/export-workspaces/WorkspaceExport/DeadLetters',
      'visits/delete-visitor-salts/SaltDeletion/DeadLetters',
    ],
    reason:
      'This queue is itself the dead-letter queue of a schedule; the rule recognises those of queues only.',
  },
  {
    id: 'AwsSolutions-IAM5[Resource::*]',
    at: ['delivery/dispatch-event/RolloutRole', 'delivery/deliver-webhook/RolloutRole'],
    reason:
      'cloudwatch:DescribeAlarms cannot be restricted to single alarms if composite alarms may be requested.',
  },
  {
    id: 'AwsSolutions-IAM5[Resource::*]',
    at: ['delivery/dispatch-event/Role', 'scheduling/project-changes/Role'],
    reason:
      'AWS defines no resource type for dynamodb:ListStreams. Lambda requires the permission, which reveals names only.',
  },
  {
    id: 'AwsSolutions-IAM5[Resource::<UndispatchedRecords.Arn>/aws/lambda/*]',
    at: ['delivery/dispatch-event/Role'],
    reason: UNHANDLED_KEYS,
  },
  {
    id: 'AwsSolutions-IAM5[Resource::<UnprojectedRecords.Arn>/aws/lambda/*]',
    at: ['scheduling/project-changes/Role'],
    reason: UNHANDLED_KEYS,
  },
  {
    id: 'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:scheduler:<AWS::Region>:<AWS::AccountId>:schedule/workspace-<stage>-retries/*]',
    at: ['delivery/deliver-webhook/Role'],
    reason:
      'Names of schedules contain delivery and attempt, which are not known at deployment; the group is exact.',
  },
  {
    id: 'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:scheduler:<AWS::Region>:<AWS::AccountId>:schedule/workspace-<stage>-jobs/*]',
    at: ['scheduling/project-changes/Role'],
    reason:
      'Names of schedules contain the id of the post, broadcast or message and a sequence number, which are not known at deployment; the group is exact.',
  },
  {
    id: 'AwsSolutions-IAM5[Resource::<MediaBucket.Arn>/media/*]',
    at: [
      'scheduling/publish-post/Role',
      'scheduling/download-media/Role',
      'scheduling/deliver-message/Role',
      'scheduling/send-broadcast-messages/Role',
      'scheduling/record-receipt/Role',
      'scheduling/erase-workspaces/Role',
      'scheduling/export-workspaces/Role',
      'publishing',
    ],
    reason: MEDIA_KEYS,
  },
  {
    id: 'AwsSolutions-IAM5[Resource::<MediaBucket.Arn>/pending/*]',
    at: [
      'scheduling/download-media/Role',
      'scheduling/erase-workspaces/Role',
      'scheduling/record-receipt/Role',
      'publishing',
    ],
    reason: MEDIA_KEYS,
  },
  {
    id: 'AwsSolutions-IAM5[Resource::<MediaBucket.Arn>/exports/*]',
    at: [
      'scheduling/erase-workspaces/Role',
      'scheduling/export-workspaces/Role',
      'delivery/redact-payloads/Role',
      'workspace',
    ],
    reason: MEDIA_KEYS,
  },
  {
    id: 'AwsSolutions-IAM5[Resource::<MediaBucket.Arn>/contact-exports/*]',
    at: [
      'scheduling/erase-workspaces/Role',
      'scheduling/export-workspaces/Role',
      'delivery/redact-payloads/Role',
      'workspace',
    ],
    reason: MEDIA_KEYS,
  },
  {
    id: 'AwsSolutions-IAM5[Resource::<MediaBucket.Arn>/imports/*]',
    at: ['scheduling/erase-workspaces/Role', 'scheduling/import-contacts/Role', 'messaging'],
    reason: MEDIA_KEYS,
  },
  {
    id: 'Serverless-LambdaDLQ',
    reason:
      'Applies to asynchronous invocations only. The API invokes synchronously; queues and schedules have their own dead-letter queues, streams have a bucket.',
  },
  {
    id: 'Serverless-LambdaTracing',
    reason:
      "Lambda's tracing shows only the duration of one function, which its metrics show too. Tracing downstream calls would need an SDK in every bundle, and each recorded trace costs money. One correlation id links the log lines from the request to each attempt.",
  },
  {
    id: 'Serverless-SQSRedrivePolicy',
    at: [
      'delivery/Delivery/DeadLetters',
      'delivery/SlowDelivery/DeadLetters',
      'delivery/Release/DeadLetters',
      'delivery/Recovery/DeadLetters',
      'delivery/Notification/DeadLetters',
      'delivery/QuarantinedEvents/DeadLetters',
      'delivery/sweep-deliveries/DeliverySweep/DeadLetters',
      'delivery/redact-payloads/Redaction/DeadLetters',
      'scheduling/Publish/DeadLetters',
      'scheduling/Broadcast/DeadLetters',
      'scheduling/Sending/DeadLetters',
      'scheduling/Recompute/DeadLetters',
      'scheduling/Message/DeadLetters',
      'scheduling/Receipt/DeadLetters',
      'scheduling/Calendar/DeadLetters',
      'scheduling/Import/DeadLetters',
      'scheduling/Removal/DeadLetters',
      'scheduling/Download/DeadLetters',
      'scheduling/QuarantinedChanges/DeadLetters',
      'scheduling/sweep-schedules/ScheduleSweep/DeadLetters',
      'scheduling/erase-workspaces/WorkspaceErasure/DeadLetters',
      'scheduling/export-workspaces/WorkspaceExport/DeadLetters',
      'visits/Visits/DeadLetters',
      'visits/delete-visitor-salts/SaltDeletion/DeadLetters',
    ],
    reason:
      'This queue is itself a dead-letter queue: its messages wait for an operator, whom an alarm notifies.',
  },
  {
    id: 'Serverless-LambdaEventSourceMappingDestination',
    at: [
      'delivery/deliver-webhook/Function',
      'delivery/recover-deliveries/Function',
      'delivery/release-deliveries/Function',
      'delivery/send-notification/Function',
      'scheduling/publish-post/Function',
      'scheduling/run-broadcast/Function',
      'scheduling/send-broadcast-messages/Function',
      'scheduling/recompute-posts/Function',
      'scheduling/deliver-message/Function',
      'scheduling/record-receipt/Function',
      'scheduling/reach-dates/Function',
      'scheduling/import-contacts/Function',
      'scheduling/remove-publications/Function',
      'scheduling/download-media/Function',
      'visits/count-visits/Function',
    ],
    reason:
      'An SQS event source has no on-failure destination; each queue has a dead-letter queue with an alarm.',
  },
  {
    id: 'Serverless-LambdaAsyncFailureDestination',
    at: [
      'delivery/sweep-deliveries/Function',
      'delivery/redact-payloads/Function',
      'scheduling/sweep-schedules/Function',
      'scheduling/erase-workspaces/Function',
      'scheduling/export-workspaces/Function',
      'visits/delete-visitor-salts/Function',
    ],
    reason:
      'A scheduled run that failed is made up for by the next one a minute later, and failures fire an alarm.',
  },
];

/** Registers the acknowledgements with CDK. Throws for a path without a construct, so that no entry outlives its resource. */
export function acknowledgeFindings(scope: IConstruct, stage: Stage, stacks: readonly IConstruct[]): void {
  for (const { id, at, isOptional, reason } of ACKNOWLEDGED) {
    const places = at?.flatMap((path) => placeAt(scope, stage, path, isOptional) ?? []) ?? stacks;
    for (const place of places)
      Validations.of(place).acknowledge({ id: id.replaceAll('<stage>', stage), reason });
  }
}

function placeAt(scope: IConstruct, stage: Stage, path: string, isOptional = false): IConstruct | undefined {
  let here = scope;
  for (const [depth, name] of path.split('/').entries()) {
    const next = here.node.tryFindChild(depth === 0 ? `workspace-${stage}-${name}` : name);
    if (next === undefined && isOptional) return undefined;
    if (next === undefined) throw new Error(`There is no construct at ${path}: remove its acknowledgement.`);
    here = next;
  }
  return here;
}
