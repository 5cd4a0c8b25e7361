import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from '#clients/typescript/client.ts';
import { EXAMPLE_ENDPOINTS } from '#local/example/example-endpoints.ts';
import { exampleEvents } from '#local/example/example-events.ts';

/** Ids of the example workspace that the screens show. */
export type ExampleRecords = {
  readonly failing: string;
  /** The endpoint whose failures were recovered. */
  readonly recovered: string;
  /** A delivery that failed and is retried. */
  readonly retrying: string;
  /** An event that an endpoint received. */
  readonly event: string;
};

type Client = ReturnType<typeof createClient>;

const FILLED_WITHIN_MS = 120_000;
const POLL_MS = 500;

/** Waits until the example workspace is filled and an endpoint has timed out. */
export async function readExampleRecords(baseUrl: string, apiKey: string): Promise<ExampleRecords> {
  const client = createClient({ baseUrl, apiKey });
  const deadline = performance.now() + FILLED_WITHIN_MS;
  for (;;) {
    const records = await findRecords(client);
    if (records !== undefined) return records;
    if (performance.now() > deadline) throw new Error('The example workspace was not filled in time');
    await wait(POLL_MS);
  }
}

async function findRecords(client: Client): Promise<ExampleRecords | undefined> {
  const endpoints = (await client.GET('/api/v1/workspace-webhooks')).data?.data ?? [];
  const idOf = (name: string): string | undefined => endpoints.find((each) => each.name === name)?.id;
  const { failing, hanging, recovered } = EXAMPLE_ENDPOINTS;
  const [failingId, hangingId, recoveredId] = [failing, hanging, recovered].map(({ name }) => idOf(name));
  if (failingId === undefined || hangingId === undefined || recoveredId === undefined) return undefined;

  const last = exampleEvents().at(-1)?.event;
  const events = (await client.GET('/api/v1/events', { params: { query: { limit: 100 } } })).data?.data ?? [];
  const retrying = await findDelivery(client, failingId, (attempts) => attempts > 1);
  const timedOut = await findDelivery(client, hangingId, (attempts) => attempts > 0);
  const event = events.find((each) => each.matched_endpoints > 0)?.id;
  // The last event of the story is the newest in the log once everything was ingested.
  const isFilled = events[0]?.event === last && events.length === 100;
  if (!isFilled || retrying === undefined || timedOut === undefined || event === undefined) return undefined;
  return { failing: failingId, recovered: recoveredId, retrying, event };
}

async function findDelivery(
  client: Client,
  endpoint: string,
  hasEnough: (attempts: number) => boolean,
): Promise<string | undefined> {
  const params = { path: { endpoint }, query: { state: 'retrying' as const, limit: 50 } };
  const listed = await client.GET('/api/v1/workspace-webhooks/{endpoint}/deliveries', { params });
  return listed.data?.data.find(({ attempts }) => hasEnough(attempts.length))?.id;
}
