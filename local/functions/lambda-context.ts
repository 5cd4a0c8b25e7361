import type { Context } from 'aws-lambda';
import { LOCAL_AWS } from '#local/aws/aws-identity.ts';
import type { FunctionDescription } from '#local/template/platform.ts';

/** The context object of an invocation, as in Lambda. */
export function createContext(options: {
  readonly description: FunctionDescription;
  readonly requestId: string;
  readonly instance: number;
  readonly deadline: number;
  readonly now: () => number;
}): Context {
  const { name, memoryMegabytes } = options.description;
  return {
    callbackWaitsForEmptyEventLoop: true,
    functionName: name,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:${LOCAL_AWS.region}:${LOCAL_AWS.account}:function:${name}`,
    memoryLimitInMB: String(memoryMegabytes),
    awsRequestId: options.requestId,
    logGroupName: `/aws/lambda/${name}`,
    logStreamName: `local/[$LATEST]${options.instance}`,
    getRemainingTimeInMillis: () => Math.max(0, options.deadline - options.now()),
    done: () => {},
    fail: () => {},
    succeed: () => {},
  };
}
