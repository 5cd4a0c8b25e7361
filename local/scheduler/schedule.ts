import * as v from 'valibot';
import { AwsError } from '#local/aws/aws-error.ts';
import { LOCAL_AWS } from '#local/aws/aws-identity.ts';
import { isRecord } from '#local/is-record.ts';
import { instantOf } from './schedule-expression.ts';

const name = v.pipe(v.string(), v.regex(/^[0-9a-zA-Z_.-]{1,64}$/));
const sized = (least: number, most: number) => v.pipe(v.string(), v.minLength(least), v.maxLength(most));
const whole = (least: number, most: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));

const standardQueue = v.pipe(
  v.string(),
  v.regex(/^arn:aws:sqs:[^:]+:[^:]+:[^:]+$/, 'The target must be a queue.'),
  // The API reference documents message groups for FIFO queues, which the platform does not use.
  v.check((arn) => !arn.endsWith('.fifo'), 'FIFO queues are not supported here.'),
);

/** Values and lengths as the reference of CreateSchedule documents them. */
const scheduleRequest = v.object({
  GroupName: v.optional(name),
  ScheduleExpression: sized(1, 256),
  ScheduleExpressionTimezone: v.optional(sized(1, 50), 'UTC'),
  FlexibleTimeWindow: v.variant('Mode', [
    v.strictObject({ Mode: v.literal('OFF') }, 'A window needs the mode FLEXIBLE.'),
    v.strictObject({ Mode: v.literal('FLEXIBLE'), MaximumWindowInMinutes: whole(1, 1440) }),
  ]),
  Target: v.object({
    Arn: standardQueue,
    RoleArn: v.pipe(v.string(), v.regex(/^arn:aws:iam::\d{12}:role\/[\w+=,.@/-]+$/)),
    Input: v.optional(sized(1, 256 * 1024), ''),
    RetryPolicy: v.optional(
      v.object({
        MaximumEventAgeInSeconds: v.optional(whole(60, 86_400)),
        MaximumRetryAttempts: v.optional(whole(0, 185)),
      }),
    ),
    DeadLetterConfig: v.optional(v.object({ Arn: v.optional(standardQueue) })),
  }),
  ActionAfterCompletion: v.optional(v.picklist(['NONE', 'DELETE']), 'NONE'),
  State: v.optional(v.picklist(['ENABLED', 'DISABLED']), 'ENABLED'),
  Description: v.optional(sized(0, 512)),
  ClientToken: v.optional(v.pipe(v.string(), v.regex(/^[a-zA-Z0-9-_]{1,64}$/))),
});

export const scheduleSchema = v.object({
  name,
  group: name,
  /** Unix time in milliseconds. */
  dueAt: v.number(),
  createdAt: v.number(),
  modifiedAt: v.number(),
  fired: v.boolean(),
  request: scheduleRequest,
});

/** A one-time schedule as stored in its file. */
export type Schedule = v.InferOutput<typeof scheduleSchema>;

/** Validates a create or update request like the service; every error is a `ValidationException`. */
export function parseSchedule(scheduleName: string, body: unknown, now: number): Omit<Schedule, 'createdAt'> {
  rejectGroup(body);
  const group = v.parse(v.object({ GroupName: v.optional(v.string(), 'default') }), body).GroupName;
  const parsed = v.safeParse(v.object({ name, group: name, request: scheduleRequest }), {
    name: scheduleName,
    group,
    request: body,
  });
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw new AwsError('ValidationException', `${v.getDotPath(issue) ?? ''}: ${issue.message}`);
  }
  const { request } = parsed.output;
  const dueAt = instantOf(request.ScheduleExpression, request.ScheduleExpressionTimezone);
  return { name: scheduleName, group, request, dueAt, modifiedAt: now, fired: false };
}

/** Stored schedules of an earlier version may have a message group, so only new requests are rejected. */
function rejectGroup(body: unknown): void {
  const target = isRecord(body) ? body['Target'] : undefined;
  if (isRecord(target) && target['SqsParameters'] !== undefined)
    throw new AwsError(
      'ValidationException',
      'Target.SqsParameters: AWS documents a message group for FIFO queues only, and the target is a standard queue.',
    );
}

/** The ARN of a schedule in API responses. */
export function scheduleArn({ name: own, group }: Pick<Schedule, 'name' | 'group'>): string {
  return `arn:aws:scheduler:${LOCAL_AWS.region}:${LOCAL_AWS.account}:schedule/${group}/${own}`;
}
