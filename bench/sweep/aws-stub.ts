import { createServer, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { listen } from '#local/listen.ts';
import { shardAttribute } from '#shared/webhooks/store/sweep-cursor.ts';
import { itemsText, pageOfEvents } from './stored-events.ts';
import { RESPONSE_MS, sweepLoadSchema } from './sweep-load.ts';

/**
 * A separate process in the place of DynamoDB and SQS, so that their CPU time does not count. Each shard and minute has the events of the load,
 * and every delivery is recorded. Responses come after `RESPONSE_MS`. Sends its port to its parent, and how many deliveries were looked up
 * when it is asked.
 */
const load = v.parse(sweepLoadSchema, JSON.parse(process.env['SWEEP_LOAD'] ?? ''));
const NAMES = v.record(v.string(), v.string());
const querySchema = v.object({
  ExpressionAttributeNames: v.optional(NAMES, {}),
  ExpressionAttributeValues: v.object({ ':partition': v.object({ S: v.string() }) }),
  ProjectionExpression: v.optional(v.string()),
  ExclusiveStartKey: v.optional(v.object({ sk: v.object({ S: v.string() }) })),
});
const batchSchema = v.object({
  RequestItems: v.record(
    v.string(),
    v.object({
      Keys: v.array(v.object({ pk: v.object({ S: v.string() }), sk: v.object({ S: v.string() }) })),
      ProjectionExpression: v.optional(v.string()),
    }),
  ),
});
const getSchema = v.object({
  Key: v.object({ pk: v.object({ S: v.string() }), sk: v.object({ S: v.string() }) }),
});

type Reply = { readonly text: string; readonly ms: number };
type Page = { readonly items: readonly string[]; readonly whole: string };

const pages = new Map<string, Page>();
/** An item of a recorded delivery without its key, of the size of a delivery with one attempt. */
const DELIVERY = `,"state":{"S":"succeeded"},"attempts":{"L":[]},"rest":{"S":"${'x'.repeat(700)}"}`;

const server = createServer((request, response) => {
  respond(request).then(
    ({ text }) => {
      const headers = {
        'content-type': 'application/x-amz-json-1.0',
        'content-length': Buffer.byteLength(text),
      };
      response.writeHead(200, headers).end(text);
    },
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
server.keepAliveTimeout = 0;
// The pages are made before the measurement begins.
if (load.eventsPerShard > 0)
  for (const shard of load.shards) eventsOf(shard, ['pk', 'sk', 'matches', 'recordedAt']);
let lookedUp = 0;
process.on('message', () => process.send?.({ lookedUp }));
process.send?.({ port: await listen(server) });

async function respond(request: IncomingMessage): Promise<Reply> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
  const reply = replyTo(String(request.headers['x-amz-target']).split('.').at(-1) ?? '', body);
  await wait(reply.ms);
  return reply;
}

function replyTo(operation: string, body: unknown): Reply {
  if (operation === 'Query') return page(v.parse(querySchema, body));
  if (operation === 'BatchGetItem') return batch(v.parse(batchSchema, body));
  const ms = RESPONSE_MS.other;
  if (operation === 'GetItem')
    return { text: JSON.stringify({ Item: cursor(v.parse(getSchema, body).Key.sk.S, load.from) }), ms };
  if (operation === 'UpdateItem')
    return {
      text: JSON.stringify({ Attributes: cursor(v.parse(getSchema, body).Key.sk.S, Date.now()) }),
      ms,
    };
  if (operation === 'GetQueueAttributes')
    return {
      text: '{"Attributes":{"ApproximateNumberOfMessages":"0","ApproximateNumberOfMessagesNotVisible":"0"}}',
      ms,
    };
  throw new Error(`The sweep called ${operation}`);
}

function cursor(scan: string, at: number) {
  const minute = new Date(at).toISOString().slice(0, 16);
  // The counts are added up already.
  if (scan === 'counts')
    return { nextBucket: { S: `${new Date(Date.now()).toISOString().slice(0, 16)}#00` } };
  const shards = Array.from({ length: 16 }, (_, shard) => [shardAttribute(shard), { S: minute }] as const);
  return { nextBucket: { S: `${minute}#00` }, ...Object.fromEntries(shards) };
}

function page({
  ExpressionAttributeValues,
  ExclusiveStartKey,
  ...query
}: v.InferOutput<typeof querySchema>): Reply {
  const partition = ExpressionAttributeValues[':partition'].S;
  const shard = Number(partition.split('#').at(-1));
  if (!partition.startsWith('EV#') || load.eventsPerShard === 0)
    return { text: '{"Items":[],"Count":0,"ScannedCount":0}', ms: RESPONSE_MS.other };
  const attributes = query.ProjectionExpression?.split(', ').map(
    (name) => query.ExpressionAttributeNames[name] ?? name,
  );
  const { items, whole } = eventsOf(shard, attributes);
  const read = Number(ExclusiveStartKey?.sk.S ?? 0);
  const left = load.eventsPerShard - read;
  const count = Math.min(left, items.length);
  const text = count === items.length ? whole : items.slice(0, count).join();
  const next =
    left > count ? `,"LastEvaluatedKey":{"pk":{"S":"${partition}"},"sk":{"S":"${read + count}"}}` : '';
  return {
    text: `{"Items":[${text}],"Count":${count},"ScannedCount":${count}${next}}`,
    ms: RESPONSE_MS.page,
  };
}

function eventsOf(shard: number, attributes: readonly string[] | undefined): Page {
  const key = `${shard} ${attributes?.join() ?? ''}`;
  const known = pages.get(key);
  if (known) return known;
  const items = itemsText(pageOfEvents(load.from, shard, load.endpoints), attributes);
  const made = { items, whole: items.join() };
  pages.set(key, made);
  return made;
}

function batch({ RequestItems }: v.InferOutput<typeof batchSchema>): Reply {
  const tables = Object.entries(RequestItems).map(([table, { Keys, ProjectionExpression }]) => {
    lookedUp += Keys.length;
    const rest = ProjectionExpression === undefined ? DELIVERY : '';
    const items = Keys.map(({ pk, sk }) => `{"pk":{"S":"${pk.S}"},"sk":{"S":"${sk.S}"}${rest}}`);
    return `"${table}":[${items.join()}]`;
  });
  return { text: `{"Responses":{${tables.join()}},"UnprocessedKeys":{}}`, ms: RESPONSE_MS.batch };
}
