import type { Context } from 'aws-lambda';

const greeting = process.env['GREETING'];
let calls = 0;

/** Returns what a function can see of its environment; throws or never returns, if the event requests it. */
export async function handler(event: { do?: string }, context: Context): Promise<unknown> {
  calls += 1;
  if (event.do === 'throw') throw new Error('as asked');
  if (event.do === 'hang') await new Promise(() => {});
  if (event.do === 'change') event.do = 'changed';
  return {
    greeting,
    calls,
    functionName: context.functionName,
    requestId: context.awsRequestId,
    remaining: context.getRemainingTimeInMillis(),
  };
}
