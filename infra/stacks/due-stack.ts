import { CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import { FollowChanges } from '#infra/consumers/follow-changes.ts';
import { OneTimeSchedules } from '#infra/constructs/one-time-schedules.ts';
import { PublishPost } from '#infra/consumers/publish-post.ts';
import { RecomputePosts } from '#infra/consumers/recompute-posts.ts';
import { RunBroadcast } from '#infra/consumers/run-broadcast.ts';
import { SweepDue } from '#infra/consumers/sweep-due.ts';
import { UndispatchedRecords } from '#infra/consumers/undispatched-records.ts';
import { WorkQueue, lateAfter } from '#infra/consumers/work-queue.ts';
import { alarmOnPublications } from '#infra/alarms/outcome-alarms.ts';
import { stackName } from '#infra/constructs/deployment.ts';
import type { Construct } from 'constructs';
import type { DataStack } from './data-stack.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';

/** Half of what the dead letters are kept for. */
const RETENTION = Duration.days(7);
/** Six times the consumers' timeouts, so that a throttled batch can be tried again before it shows up twice. */
const PUBLISH_VISIBILITY = Duration.minutes(24);
const BROADCAST_VISIBILITY = Duration.minutes(3);
const RECOMPUTE_VISIBILITY = Duration.minutes(3);
/** Nothing consumes parked changes by itself; a person gets this long for each. */
const PARKED_VISIBILITY = Duration.minutes(5);

/** What happens at its time: core stream → follow-changes → timer → queue of posts or broadcasts → its consumer. */
export class DueStack extends Stack {
  /** `apiHosts` are the comma-separated hosts of the API itself, never a network's (R27). */
  constructor(scope: Construct, deployment: Deployment, data: DataStack, apiHosts: string) {
    super(scope, stackName(deployment.stage, 'due'), {
      description: 'Workspace platform: posts and broadcasts at their time, and the audit log',
      terminationProtection: deployment.config.deletionProtection,
    });
    const { config } = deployment;
    const late = lateAfter(config);

    const publish = new WorkQueue(this, 'Publish', {
      config,
      visibilityTimeout: PUBLISH_VISIBILITY,
      retention: RETENTION,
      dead: {
        severity: 'page',
        impact:
          'Posts are not being published: publish-post failed on the same messages five times. The sweep tries them again; find its error.',
      },
      waiting: {
        severity: 'page',
        impact: 'Posts go out late: their messages wait in the publish queue.',
        longerThan: late,
      },
    });
    const broadcast = new WorkQueue(this, 'Broadcast', {
      config,
      visibilityTimeout: BROADCAST_VISIBILITY,
      retention: RETENTION,
      dead: {
        severity: 'page',
        impact:
          'Broadcasts do not start at their time: run-broadcast failed on the same messages five times. The sweep tries them again; find its error.',
      },
      waiting: {
        severity: 'page',
        impact: 'Broadcasts start late: their messages wait in the broadcast queue.',
        longerThan: late,
      },
    });
    const recompute = new WorkQueue(this, 'Recompute', {
      config,
      visibilityTimeout: RECOMPUTE_VISIBILITY,
      retention: RETENTION,
      dead: {
        severity: 'warn',
        impact:
          'Posts of a workspace that moved to another time zone keep their old instants, or scheduled ones an account that is gone: recompute-posts failed on the same messages five times. The sweep tries them again; find its error.',
      },
      waiting: {
        severity: 'warn',
        impact:
          'Posts keep old times after their workspace changed its zone, or an account that is gone: the work waits in the recompute queue.',
        longerThan: late,
      },
    });
    const parked = new WorkQueue(this, 'ParkedChanges', {
      config,
      visibilityTimeout: PARKED_VISIBILITY,
      retention: RETENTION,
      dead: {
        severity: 'warn',
        impact:
          'Changes that nobody could read failed again when they were redriven: their entries are missing from the audit log.',
      },
      waiting: {
        severity: 'warn',
        impact:
          'Changes could not be read and were parked: the audit log lacks their entries, and what is due is found by the sweep only.',
        longerThan: null,
      },
    });
    const schedules = new OneTimeSchedules(this, 'DueSchedules', deployment, {
      name: 'due',
      droppedImpact:
        'Posts and broadcasts that were planned long ago go out some minutes late, found by the sweep',
      targets: [publish, broadcast, recompute],
    });
    const unfollowed = new UndispatchedRecords(this, 'UnfollowedRecords', config);

    new FollowChanges(this, deployment, {
      data,
      publish,
      broadcast,
      recompute,
      schedules,
      parkedChanges: parked.queue,
      unfollowed,
    });
    new PublishPost(this, deployment, { data, publish, apiHosts });
    new RunBroadcast(this, deployment, { data, broadcast });
    new RecomputePosts(this, deployment, { data, recompute });
    alarmOnPublications(this, deployment.stage);
    new SweepDue(this, deployment, {
      data,
      publishQueue: publish.queue,
      broadcastQueue: broadcast.queue,
      recomputeQueue: recompute.queue,
    });

    new CfnOutput(this, 'PublishQueueUrl', { value: publish.queue.queueUrl });
    new CfnOutput(this, 'PublishDeadLettersUrl', { value: publish.deadLetters.queueUrl });
    new CfnOutput(this, 'BroadcastQueueUrl', { value: broadcast.queue.queueUrl });
    new CfnOutput(this, 'BroadcastDeadLettersUrl', { value: broadcast.deadLetters.queueUrl });
    new CfnOutput(this, 'RecomputeQueueUrl', { value: recompute.queue.queueUrl });
    new CfnOutput(this, 'RecomputeDeadLettersUrl', { value: recompute.deadLetters.queueUrl });
    new CfnOutput(this, 'ParkedChangesQueueUrl', { value: parked.queue.queueUrl });
    new CfnOutput(this, 'ParkedChangesDeadLettersUrl', { value: parked.deadLetters.queueUrl });
    new CfnOutput(this, 'UnfollowedRecordsBucket', { value: unfollowed.bucketName });
  }
}
