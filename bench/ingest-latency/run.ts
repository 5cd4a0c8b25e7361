import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { describeMachine, readCommit, saveResult } from '#bench/record/save-result.ts';
import { listen } from '#local/listen.ts';
import { startThrowAwayStack } from '#scripts/lib/stack/throw-away-stack.ts';

/**
 * `node bench/ingest-latency/run.ts [--save]`: the latency of a webhook, from the 202 of `ingest-event` to the request at the
 * receiver, one event at a time, in the local stack. Prints one line of JSON in milliseconds.
 */
const EVENTS = 200;

const { save } = parseArgs({ options: { save: { type: 'boolean', default: false } } }).values;
const startedAt = new Date();
const [commit, machine] = [await readCommit(), describeMachine()];

const createdSchema = v.object({ data: v.object({ id: v.string() }) });
const arrivals = new Map<string, PromiseWithResolvers<number>>();
const receiver = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200).end();
    arrival(String(request.headers['webhook-id'])).resolve(performance.now());
  });
});
const port = await listen(receiver);

const { running, stop } = await startThrowAwayStack();
const endpoints = '/api/v1/workspace-webhooks';
const subscriptions = [{ event: 'salesbot.store.order_paid' }];
const endpoint = await call('POST', endpoints, {
  name: 'Bench',
  url: `http://127.0.0.1:${port}/`,
  subscriptions,
});
await call('PATCH', `${endpoints}/${endpoint.data.id}`, { enabled: true });

const waits: number[] = [];
for (let index = 0; index < EVENTS; index += 1) {
  const order = { id: '2f1f8d5e-1b1a-4c57-8a37-9a1f5a9d7f10', number: String(index) };
  const created = await call('POST', '/api/v1/salesbot/events', {
    event: 'salesbot.store.order_paid',
    data: { order },
  });
  const at = performance.now();
  waits.push((await arrival(created.data.id).promise) - at);
}
waits.sort((a, b) => a - b);
const figures = { events: EVENTS, medianMs: quantile(0.5), p95Ms: quantile(0.95), maxMs: quantile(1) };
console.log(JSON.stringify(figures));
if (save) {
  const result = { startedAt, commit, machine, loadAverageAfter: describeMachine().loadAverage, figures };
  console.error(`saved in ${await saveResult('ingest-latency', 'ingest-latency', result)}`);
}

await stop();
receiver.closeAllConnections();
receiver.close();

function quantile(part: number): number {
  return Math.round(waits[Math.min(waits.length - 1, Math.floor(waits.length * part))] ?? 0);
}

function arrival(eventId: string): PromiseWithResolvers<number> {
  const found = arrivals.get(eventId) ?? Promise.withResolvers<number>();
  arrivals.set(eventId, found);
  return found;
}

async function call(
  method: string,
  path: string,
  body: unknown,
): Promise<v.InferOutput<typeof createdSchema>> {
  const headers = { 'x-api-key': running.apiKey, 'content-type': 'application/json' };
  const response = await fetch(running.baseUrl + path, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return v.parse(createdSchema, await response.json());
}
