import type { Running } from '#scripts/lib/stack/running.ts';
import { completeEvent } from './complete-event.ts';
import type { Sample } from './sample-event.ts';
import { prepareGiven } from './sample-givens.ts';

/** The result of a function, or the error it threw. */
export type Invocation = { readonly failed: boolean; readonly result: unknown };

/** Runs a sample: creates what it needs, completes the event and invokes the function directly, not through its route. */
export async function invokeSample(
  running: Running,
  sample: Pick<Sample, 'function' | 'name' | 'given' | 'kind' | 'event'>,
): Promise<Invocation> {
  const values = await prepareValues(running, sample);
  return invokeFunction(running, sample.function, completeEvent(sample, values));
}

/** Creates what a sample needs. Returns the values of its placeholders. */
export async function prepareValues(
  running: Running,
  { given }: Pick<Sample, 'given'>,
): Promise<Record<string, string>> {
  const { workspaceId, apiKey, receiverUrl, baseUrl } = running;
  const made = await prepareGiven(running, given);
  return { workspaceId, apiKey, apiHost: new URL(baseUrl).host, receiverUrl, ...made };
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
