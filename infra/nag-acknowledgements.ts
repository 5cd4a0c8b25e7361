import { Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';
import type { Stage } from './config.ts';

type Acknowledgement = {
  /** Rule and, where the rule has one, the finding; `<stage>` stands for the stage. */
  readonly id: string;
  /** Path without `workspace-<stage>-`; what is below it is meant too. Left out: everything. */
  readonly at?: readonly string[];
  readonly reason: string;
};

const MEDIA_KEYS =
  'Files are named by workspace and id, which are not known before; a function that signs a URL signs it for exactly one of them.';
const UNHANDLED_KEYS =
  'Lambda names what it keeps for a mapping by shard and time; bucket and prefix are exact.';

/**
 * Every finding of cdk-nag that stays, with the reason; the only place for one. A test refuses findings without an entry, and entries
 * without a finding.
 */
export const ACKNOWLEDGED: readonly Acknowledgement[] = [
  {
    id: 'AwsSolutions-APIG4',
    reason:
      'An authorizer of an HTTP API cannot take either of two headers and cannot answer problem+json: each function checks the key itself, as its operation declares. Public pages and forms take no key on purpose.',
  },
  {
    id: 'AwsSolutions-S1',
    at: ['data/MediaBucket'],
    reason:
      'Reached by presigned URLs only, which functions sign and log with the request that asked; access logs would repeat that at a price per upload and view.',
  },
  {
    id: 'AwsSolutions-S1',
    at: ['delivery/UndispatchedRecords', 'due/UnfollowedRecords'],
    reason:
      'Written by Lambda, read by an operator after an alarm; empty while all is well, and gone after 14 days.',
  },
  {
    id: 'AwsSolutions-SQS3',
    at: [
      'delivery/sweep-deliveries/Sweep/DeadLetters',
      'delivery/blank-payloads/Blanking/DeadLetters',
      'due/sweep-due/DueSweep/DeadLetters',
    ],
    reason: 'A dead-letter queue itself, of a schedule: the rule knows those of queues only.',
  },
  {
    id: 'AwsSolutions-IAM5[Resource::*]',
    at: ['delivery/dispatch-event/RolloutRole', 'delivery/deliver-webhook/RolloutRole'],
    reason:
      'cloudwatch:DescribeAlarms, which cannot be confined to alarms where composite ones may be asked for.',
  },
  {
    id: 'AwsSolutions-IAM5[Resource::*]',
    at: ['delivery/dispatch-event/Role', 'due/follow-changes/Role'],
    reason:
      'dynamodb:ListStreams, for which AWS has no resource type; Lambda demands it, and it tells names only.',
  },
  {
    id: 'AwsSolutions-IAM5[Resource::<UndispatchedRecords.Arn>/aws/lambda/*]',
    at: ['delivery/dispatch-event/Role'],
    reason: UNHANDLED_KEYS,
  },
  {
    id: 'AwsSolutions-IAM5[Resource::<UnfollowedRecords.Arn>/aws/lambda/*]',
    at: ['due/follow-changes/Role'],
    reason: UNHANDLED_KEYS,
  },
  {
    id: 'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:scheduler:<AWS::Region>:<AWS::AccountId>:schedule/workspace-<stage>-retries/*]',
    at: ['delivery/deliver-webhook/Role'],
    reason: 'Schedules are named by delivery and attempt, which are not known before; their group is exact.',
  },
  {
    id: 'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:scheduler:<AWS::Region>:<AWS::AccountId>:schedule/workspace-<stage>-due/*]',
    at: ['due/follow-changes/Role'],
    reason:
      'Schedules are named by post or broadcast and plan, which are not known before; their group is exact.',
  },
  {
    id: 'AwsSolutions-IAM5[Resource::<MediaBucket.Arn>/media/*]',
    at: ['due/publish-post/Role', 'publishing'],
    reason: MEDIA_KEYS,
  },
  {
    id: 'AwsSolutions-IAM5[Resource::<MediaBucket.Arn>/pending/*]',
    at: ['publishing'],
    reason: MEDIA_KEYS,
  },
  {
    id: 'Serverless-LambdaDLQ',
    reason:
      'For asynchronous invocations only. The API invokes synchronously, queues and schedules have dead letters of their own, streams a bucket.',
  },
  {
    id: 'Serverless-LambdaTracing',
    reason:
      "Lambda's own tracing shows how long one function ran, which its metrics tell; what it called would take an SDK in every bundle, and each recorded trace is paid for. One correlation id leads through the logs from the call to each attempt.",
  },
  {
    id: 'Serverless-SQSRedrivePolicy',
    at: [
      'delivery/Delivery/DeadLetters',
      'delivery/SlowDelivery/DeadLetters',
      'delivery/Release/DeadLetters',
      'delivery/Recovery/DeadLetters',
      'delivery/ParkedEvents/DeadLetters',
      'delivery/sweep-deliveries/Sweep/DeadLetters',
      'delivery/blank-payloads/Blanking/DeadLetters',
      'due/Publish/DeadLetters',
      'due/Broadcast/DeadLetters',
      'due/Recompute/DeadLetters',
      'due/ParkedChanges/DeadLetters',
      'due/sweep-due/DueSweep/DeadLetters',
    ],
    reason: 'A dead-letter queue itself: what lies here waits for a person, who is told by an alarm.',
  },
  {
    id: 'Serverless-LambdaEventSourceMappingDestination',
    at: [
      'delivery/deliver-webhook/Function',
      'delivery/recover-deliveries/Function',
      'delivery/release-deliveries/Function',
      'due/publish-post/Function',
      'due/run-broadcast/Function',
      'due/recompute-posts/Function',
    ],
    reason:
      'Queues cannot have a destination for failures; each has a dead-letter queue and the alarm on it.',
  },
  {
    id: 'Serverless-LambdaAsyncFailureDestination',
    at: ['delivery/sweep-deliveries/Function', 'delivery/blank-payloads/Function', 'due/sweep-due/Function'],
    reason: 'A tick of a clock that failed is made up for by the next one a minute later, and failures ring.',
  },
];

/** Tells CDK which findings are meant. Throws for a place that is no more, so that no excuse outlives what it excused. */
export function acknowledgeFindings(root: IConstruct, stage: Stage): void {
  for (const { id, at, reason } of ACKNOWLEDGED) {
    for (const place of at === undefined ? [root] : at.map((path) => placeAt(root, stage, path)))
      Validations.of(place).acknowledge({ id: id.replaceAll('<stage>', stage), reason });
  }
}

function placeAt(root: IConstruct, stage: Stage, path: string): IConstruct {
  let here = root;
  for (const [depth, name] of path.split('/').entries()) {
    const next = here.node.tryFindChild(depth === 0 ? `workspace-${stage}-${name}` : name);
    if (next === undefined) throw new Error(`There is nothing at ${path} to acknowledge a finding of.`);
    here = next;
  }
  return here;
}
