import * as v from 'valibot';
import { readSampleEvent, type Sample } from './sample-event.ts';

/** Where a running local stack is, and who calls it. */
export type Running = {
  readonly baseUrl: string;
  readonly lambdaUrl: string;
  readonly receiverUrl: string;
  readonly workspaceId: string;
  readonly apiKey: string;
};

const createdSchema = v.object({ data: v.object({ id: v.string() }) });

type Created = v.InferOutput<typeof createdSchema>;

/** What a function answered, or the error it threw. */
export type Invocation = { readonly failed: boolean; readonly answer: unknown };

/** Runs a sample: makes what it needs, fills its placeholders and invokes the function itself, not its route. */
export async function invokeSample(
  running: Running,
  sample: Pick<Sample, 'function' | 'file' | 'given'>,
): Promise<Invocation> {
  const { workspaceId, apiKey, receiverUrl } = running;
  const endpointId = sample.given
    ? await createEndpoint(running, sample.given === 'enabled-endpoint')
    : undefined;
  const values = { workspaceId, apiKey, receiverUrl, ...(endpointId ? { endpointId } : {}) };
  return invokeFunction(running, sample.function, await readSampleEvent(sample.file, values));
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
  return { failed: response.headers.has('x-amz-function-error'), answer: await response.json() };
}

async function createEndpoint({ baseUrl, apiKey, receiverUrl }: Running, enabled: boolean): Promise<string> {
  const path = `${baseUrl}/api/v1/workspace-webhooks`;
  const created = await call('POST', path, apiKey, {
    name: 'Sample',
    url: `${receiverUrl}/samples`,
    subscriptions: [{ event: 'salesbot.store.order_paid' }],
  });
  if (enabled) await call('PATCH', `${path}/${created.data.id}`, apiKey, { enabled: true });
  return created.data.id;
}

async function call(method: string, url: string, apiKey: string, body: unknown): Promise<Created> {
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
  const response = await fetch(url, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}: ${await response.text()}`);
  return v.parse(createdSchema, await response.json());
}
