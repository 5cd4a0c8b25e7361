import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from '#clients/typescript/client.ts';
import { EXAMPLE_ENDPOINTS } from '#local/example/example-endpoints.ts';

/** Ids of the example workspace that the screens show. */
export type ExampleRecords = {
  readonly failing: string;
  /** The endpoint whose failures were recovered. */
  readonly recovered: string;
  /** A delivery that failed and is retried. */
  readonly retrying: string;
  /** An event that an endpoint received. */
  readonly event: string;
  readonly page: string;
  /** A post that failed on one of its accounts. */
  readonly post: string;
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

  const events = (await client.GET('/api/v1/events', { params: { query: { limit: 100 } } })).data?.data ?? [];
  const retrying = await findDelivery(client, failingId, (attempts) => attempts > 1);
  const timedOut = await findDelivery(client, hangingId, (attempts) => attempts > 0);
  const event = events.find((each) => each.matched_endpoints > 0)?.id;
  const broadcasts = (await client.GET('/api/v1/broadcasts')).data?.data ?? [];
  // The scheduled broadcast is the last step.
  const isFilled = broadcasts.some(({ state }) => state === 'scheduled');
  const page = (await client.GET('/api/v1/biolinks/pages')).data?.data[0]?.id;
  const post = await findFailedPost(client);
  if (!isFilled || retrying === undefined || timedOut === undefined) return undefined;
  if (event === undefined || page === undefined || post === undefined) return undefined;
  return { failing: failingId, recovered: recoveredId, retrying, event, page, post };
}

async function findFailedPost(client: Client): Promise<string | undefined> {
  const workspace = (await client.GET('/api/v1/me')).data?.data.workspace.id ?? '';
  const params = { path: { workspace }, query: { status: 'failed' as const } };
  return (await client.GET('/os/api/{workspace}/posts', { params })).data?.data[0]?.id;
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
