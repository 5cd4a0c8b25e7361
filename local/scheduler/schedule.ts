import * as v from 'valibot';
import { AwsError } from '#local/aws-error.ts';
import { LOCAL_AWS } from '#local/aws-identity.ts';
import { instantOf } from './schedule-expression.ts';

const name = v.pipe(v.string(), v.regex(/^[0-9a-zA-Z_.-]{1,64}$/));

const scheduleRequest = v.object({
  ScheduleExpression: v.string(),
  ScheduleExpressionTimezone: v.optional(v.string(), 'UTC'),
  FlexibleTimeWindow: v.object({
    Mode: v.picklist(['OFF', 'FLEXIBLE']),
    MaximumWindowInMinutes: v.optional(v.number()),
  }),
  Target: v.object({
    Arn: v.pipe(v.string(), v.regex(/^arn:aws:sqs:[^:]+:[^:]+:[^:]+$/, 'The target must be a queue.')),
    RoleArn: v.pipe(v.string(), v.startsWith('arn:aws:iam::')),
    Input: v.optional(v.string(), ''),
    SqsParameters: v.optional(v.object({ MessageGroupId: v.optional(v.string()) })),
    RetryPolicy: v.optional(
      v.object({
        MaximumEventAgeInSeconds: v.optional(v.number()),
        MaximumRetryAttempts: v.optional(v.number()),
      }),
    ),
    DeadLetterConfig: v.optional(v.object({ Arn: v.optional(v.string()) })),
  }),
  ActionAfterCompletion: v.optional(v.picklist(['NONE', 'DELETE']), 'NONE'),
  State: v.optional(v.picklist(['ENABLED', 'DISABLED']), 'ENABLED'),
  Description: v.optional(v.string()),
  ClientToken: v.optional(v.string()),
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

/** The ARN of a schedule in API responses. */
export function scheduleArn({ name: own, group }: Pick<Schedule, 'name' | 'group'>): string {
  return `arn:aws:scheduler:${LOCAL_AWS.region}:${LOCAL_AWS.account}:schedule/${group}/${own}`;
}
