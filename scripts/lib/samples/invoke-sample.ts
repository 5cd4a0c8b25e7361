import type { Running } from '#scripts/lib/stack/running.ts';
import { fillSampleEvent, type Sample } from './sample-event.ts';
import { prepareGiven } from './sample-givens.ts';

/** The result of a function, or the error it threw. */
export type Invocation = { readonly failed: boolean; readonly result: unknown };

/** Runs a sample: creates what it needs, fills in its placeholders and invokes the function directly, not through its route. */
export async function invokeSample(
  running: Running,
  sample: Pick<Sample, 'function' | 'name' | 'given' | 'event'>,
): Promise<Invocation> {
  const { workspaceId, apiKey, receiverUrl, baseUrl } = running;
  const apiHost = new URL(baseUrl).host;
  const made = await prepareGiven(running, sample.given);
  const event = fillSampleEvent(sample, { workspaceId, apiKey, apiHost, receiverUrl, ...made });
  return invokeFunction(running, sample.function, event);
}

/** Invokes one function of the running stack through its Lambda API. */
export async function invokeFunction(
  { lambdaUrl }: Pick<Running, 'lambdaUrl'>,
  operation: string,
  event: unknown,
): Promise<Invocation> {
  const response = await fetch(`${lambdaUrl}/2015-03-31/functions/workspace-dev-${operation}/invocations`, {
    method: 'POST',
    body: JSON.stringify(event),
  });
  return { failed: response.headers.has('x-amz-function-error'), result: await response.json() };
}
