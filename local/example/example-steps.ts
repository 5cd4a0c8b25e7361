import * as v from 'valibot';
import { HOUR_MS } from '#shared/platform/core/time-units.ts';
import type { ExampleApi } from './example-api.ts';
import { BROADCAST_STEPS } from './example-broadcasts.ts';
import { CONVERSATION_STEPS } from './example-conversations.ts';
import { EXAMPLE_ENDPOINTS, type ExampleEndpoint } from './example-endpoints.ts';
import { type ExampleEvent, exampleEvents } from './example-events.ts';
import { POST_STEPS } from './example-posts.ts';
import type { ExampleStep } from './example-step.ts';
import { EXAMPLE_TARGETS, type ExampleTarget } from './example-targets.ts';

const ENDPOINTS = '/api/v1/workspace-webhooks';
const TARGETS = '/api/v1/notification-targets';
/** Events before the receiver that failed is repaired. */
const EARLY_EVENTS = 16;
/** Events that are ingested now. The charts would show nothing else if there were as many as in a whole week. */
const FIRST_EVENTS = 24;
const FIRST_ATTEMPTS_WITHIN_MS = 60_000;

const listSchema = v.object({ data: v.array(v.object({ id: v.string(), name: v.string() })) });

/** The first events, and those for the endpoint that never responds: its circuit breaker opens only after several. */
export const LIVE_EVENTS = exampleEvents().filter(
  ({ event }, index) =>
    index < FIRST_EVENTS ||
    EXAMPLE_ENDPOINTS.hanging.subscriptions.some((subscription) => subscription.event === event),
);

const { orders, healthy, failing, hanging, recovered, paused } = EXAMPLE_ENDPOINTS;

/** What fills the example workspace, in order. */
export const EXAMPLE_STEPS: readonly ExampleStep[] = [
  // The list shows the newest endpoint last.
  ...[orders, healthy, failing, hanging, recovered, paused].map(create),
  ...EXAMPLE_TARGETS.map(createTarget),
  ...LIVE_EVENTS.slice(0, EARLY_EVENTS).map(ingest),
  // A change of the URL cancels deliveries whose first attempt has not ended.
  waitForFailures(recovered),
  moveReceiver(recovered),
  recover(recovered),
  ...LIVE_EVENTS.slice(EARLY_EVENTS).map((event, index) => ingest(event, EARLY_EVENTS + index)),
  ...CONVERSATION_STEPS,
  ...POST_STEPS,
  ...BROADCAST_STEPS,
];

function create({ name, description, path, enabled, subscriptions }: ExampleEndpoint): ExampleStep {
  return async ({ api, receiverUrl }) => {
    const existing = await findEndpoint(api, name);
    if (existing === undefined)
      await api.send('POST', ENDPOINTS, { name, description, url: receiverUrl + path, subscriptions });
    if (enabled) await api.send('POST', `${ENDPOINTS}/${existing ?? (await idOf(api, name))}/enable`);
  };
}

function createTarget({ path, ...target }: ExampleTarget): ExampleStep {
  return async ({ api, receiverUrl }) => {
    const { data } = v.parse(listSchema, await api.send('GET', TARGETS));
    if (data.some(({ name }) => name === target.name)) return;
    await api.send('POST', TARGETS, { ...target, url: receiverUrl + path });
  };
}

function ingest({ event, channel, data }: ExampleEvent, index: number): ExampleStep {
  return async ({ api }) => {
    const given = channel === undefined ? {} : { channel };
    await api.send('POST', '/api/v1/salesbot/events', {
      event,
      data,
      dedupe_key: `example-${index}`,
      ...given,
    });
  };
}

/** Waits until the first attempt of every early event that the endpoint matches has failed. */
function waitForFailures({ name, subscriptions }: ExampleEndpoint): ExampleStep {
  return async ({ api }) => {
    const endpoint = await idOf(api, name);
    const names = subscriptions.map(({ event }) => event);
    const expected = LIVE_EVENTS.slice(0, EARLY_EVENTS).filter(({ event }) => names.includes(event)).length;
    await api.waitUntil(async () => {
      const path = `${ENDPOINTS}/${endpoint}/deliveries?state=failed&limit=100`;
      return v.parse(listedSchema, await api.send('GET', path)).data.length >= expected;
    }, FIRST_ATTEMPTS_WITHIN_MS);
  };
}

const listedSchema = v.object({ data: v.array(v.unknown()) });

function moveReceiver({ name, laterPath }: ExampleEndpoint & { readonly laterPath: string }): ExampleStep {
  return async ({ api, receiverUrl }) => {
    await api.send('PATCH', `${ENDPOINTS}/${await idOf(api, name)}`, { url: receiverUrl + laterPath });
  };
}

function recover({ name }: ExampleEndpoint): ExampleStep {
  return async ({ api }) => {
    const since = new Date(Date.now() - HOUR_MS).toISOString();
    await api.send('POST', `${ENDPOINTS}/${await idOf(api, name)}/recover`, { since, states: ['failed'] });
  };
}

async function idOf(api: ExampleApi, name: string): Promise<string> {
  const id = await findEndpoint(api, name);
  if (id === undefined) throw new Error(`the example workspace has no endpoint ${name}`);
  return id;
}

async function findEndpoint(api: ExampleApi, name: string): Promise<string | undefined> {
  const { data } = v.parse(listSchema, await api.send('GET', ENDPOINTS));
  return data.find((each) => each.name === name)?.id;
}
