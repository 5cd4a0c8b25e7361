import type { IncomingHttpHeaders } from 'node:http';

/** The services that functions call, by the name in the variable of their URL. */
export const SERVICES = ['DYNAMODB', 'SQS', 'KMS', 'SCHEDULER', 'S3'] as const;
export type Service = (typeof SERVICES)[number];

/** An AWS call of a function with its response. */
export type AwsCall = {
  readonly service: Service;
  /** Such as `GetItem`; for S3, the HTTP method. */
  readonly operation: string;
  readonly path: string;
  readonly body: Buffer;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly response: Buffer;
};

/** The calls of a function in order. Those of one step were in flight at the same time. */
export type CallSteps = readonly (readonly AwsCall[])[];

const SCHEDULE_OPERATIONS: Readonly<Record<string, string>> = {
  POST: 'CreateSchedule',
  PUT: 'UpdateSchedule',
  GET: 'GetSchedule',
  DELETE: 'DeleteSchedule',
};

/** The operation that a request calls: the services with JSON name it in a header. */
export function operationOf(service: Service, method: string, headers: IncomingHttpHeaders): string {
  if (service === 'S3') return method;
  if (service === 'SCHEDULER') return SCHEDULE_OPERATIONS[method] ?? method;
  return String(headers['x-amz-target']).split('.').at(-1) ?? '';
}
