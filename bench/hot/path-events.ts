import { randomUUID } from 'node:crypto';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBStreamEvent, SQSEvent } from 'aws-lambda';
import { jobFor } from '#bench/deliveries/job-for.ts';
import { queueEvent } from '#bench/deliveries/queue-event.ts';
import { toWireJson } from '#packages/lean-aws-client/wire-json.ts';
import { findEvent } from '#shared/events/catalogue/event-catalogue.ts';
import { buildEvent } from '#shared/events/recording/build-event.ts';
import { toEventItem } from '#shared/events/store/event-items.ts';
import type { HttpEvent } from '#shared/platform/http/operation.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { PathSide } from './path-messages.ts';
import { EVENT, type PathWorkspace } from './path-workspace.ts';

/** Messages of a full batch of the delivery queue. */
const QUEUE_BATCH = 10;
/** Deliveries of the stream records of one invocation; up to 100 records are one batch. */
const STREAM_DELIVERIES = 100;

/** Requests that ingest one event each, in turn for each workspace. */
export function ingestEvents(workspaces: readonly PathWorkspace[], count: number): HttpEvent[] {
  return Array.from({ length: count }, (_, at) => ingestEvent(workspaces[at % workspaces.length]?.apiKey));
}

/** Invocations of the dispatcher, or of its baseline, for `count` events, a hundred deliveries each. */
export function streamEvents(workspace: PathWorkspace, count: number, side: PathSide): DynamoDBStreamEvent[] {
  const records = Array.from({ length: count }, () => streamRecord(workspace, side));
  const size = STREAM_DELIVERIES / workspace.endpoints.length;
  return chunks(records, size).map((Records) => ({ Records }));
}

/** Invocations of `deliver-webhook` for the deliveries of `count` events, ten messages each. */
export function deliveryEvents({ endpoints }: PathWorkspace, count: number): SQSEvent[] {
  const bodies = Array.from({ length: count }, () =>
    endpoints.map((endpoint) => JSON.stringify(jobFor(endpoint, aBody()))),
  ).flat();
  return chunks(bodies, QUEUE_BATCH).map(queueEvent);
}

function ingestEvent(apiKey = ''): HttpEvent {
  const path = '/api/v1/salesbot/events';
  return {
    version: '2.0',
    routeKey: `POST ${path}`,
    rawPath: path,
    rawQueryString: '',
    headers: {
      accept: '*/*',
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      host: 'api.example.com',
      'user-agent': 'bench',
      'x-amzn-trace-id': 'Root=1-5e6722a7-cc56xmpl46db7ae02d4da47e',
      'x-forwarded-for': '192.0.2.1',
      'x-forwarded-port': '443',
      'x-forwarded-proto': 'https',
    },
    requestContext: {
      accountId: '000000000000',
      apiId: 'bench',
      domainName: 'api.example.com',
      domainPrefix: 'api',
      http: { method: 'POST', path, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'bench' },
      requestId: 'bench',
      routeKey: `POST ${path}`,
      stage: '$default',
      time: '',
      timeEpoch: 0,
    },
    body: JSON.stringify({ event: EVENT, data: orderData() }),
    isBase64Encoded: false,
  };
}

function streamRecord({ workspaceId, endpoints }: PathWorkspace, side: PathSide) {
  const now = new Date();
  const known = findEvent(EVENT);
  if (!known) throw new Error(`The catalogue has no ${EVENT}`);
  const event = buildEvent(
    { event: known, workspaceId, occurredAt: now, data: orderData() },
    { id: newId(now), now, directory: [], correlationId: 'bench' },
  );
  const matches = endpoints.map(({ id, settingsVersion }) => ({
    endpointId: id,
    settingsVersion,
    shards: 1,
  }));
  const item = toEventItem({ ...event, matches });
  const texts = matches.map(({ endpointId, settingsVersion }) => `${endpointId} ${settingsVersion}`);
  // The baseline neither packs nor unpacks.
  const stored = side === 'own' ? item : { ...item, body: event.body, matches: texts };
  const image = marshall(stored, { removeUndefinedValues: true });
  return {
    eventName: 'INSERT' as const,
    eventSource: 'aws:dynamodb',
    // Lambda passes bytes in base64.
    dynamodb: { SequenceNumber: '1', NewImage: JSON.parse(toWireJson(image)) },
  };
}

/** The body of a delivery of the same event. */
function aBody(): string {
  const envelope = { id: randomUUID(), schema_version: '1', event: EVENT, product: 'salesbot' };
  const rest = { occurred_at: new Date().toISOString(), workspace_id: randomUUID(), test: false };
  return JSON.stringify({ ...envelope, ...rest, data: orderData() });
}

function orderData() {
  const contact = { id: randomUUID(), name: 'Ada Lovelace' };
  const order = { id: randomUUID(), number: '1001', total: '59.90', currency: 'EUR' };
  return { contact, order };
}

function chunks<T>(values: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, at) =>
    values.slice(at * size, (at + 1) * size),
  );
}
