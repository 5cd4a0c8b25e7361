import * as v from 'valibot';
import { LocalError } from '#local/local-error.ts';
import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
import type { ScheduleDescription } from './platform.ts';

const scheduleProperties = v.object({
  ScheduleExpression: v.string(),
  Target: v.object({ Arn: v.string(), Input: v.optional(v.pipe(v.string(), v.parseJson())) }),
});

/** Reads a schedule that invokes a function every few minutes. One-time schedules are created through the API. */
export function readSchedule(
  id: string,
  read: (schema: typeof scheduleProperties) => v.InferOutput<typeof scheduleProperties>,
): ScheduleDescription {
  const { ScheduleExpression, Target } = read(scheduleProperties);
  const minutes = /^rate\((\d+) minutes?\)$/.exec(ScheduleExpression)?.[1];
  if (minutes === undefined)
    throw new LocalError(
      `schedule ${id}: the local stack supports rate(n minutes), not ${ScheduleExpression}`,
    );
  const functionName = /^arn:aws:lambda:[^:]*:[^:]*:function:([^:]+)$/.exec(Target.Arn)?.[1];
  if (functionName === undefined)
    throw new LocalError(`schedule ${id}: the local stack cannot invoke ${Target.Arn}`);
  const everyMilliseconds = Number(minutes) * MINUTE_MS;
  return { id, functionName, everyMilliseconds, input: Target.Input };
}
