import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { jobFor } from '#bench/deliveries/job-for.ts';
import { type BenchEndpoint, startAwsParts } from '#bench/memory/aws-parts.ts';
import { type DeliverReport, type DeliverOrder, deliverReportSchema } from './hot-messages.ts';

/** CPU time of one delivery in milliseconds, per round, and the median ratio of the rounds. */
export type DeliveryFigures = {
  /** Number of endpoints that the messages of a batch are for. */
  readonly endpoints: number;
  readonly deliveriesARound: number;
  readonly ownCpuMs: readonly number[];
  readonly floorCpuMs: readonly number[];
  readonly ratio: number;
  /** By wall-clock time, with receiver and emulator on the same machine. */
  readonly ownPerSecond: number;
  readonly floorPerSecond: number;
};

/** Messages per invocation. */
const BATCH = 10;
/** Deliveries until the JIT compiler has optimised the hot code; before that, the larger program is at a disadvantage. */
const WARM_UP = 5000;

export type DeliveryOptions = {
  readonly rounds: number;
  readonly deliveries: number;
  readonly endpoints: number;
};

/** Delivers alternately with the real function and with the baseline, each in a separate process. */
export async function runDeliveries(options: DeliveryOptions): Promise<DeliveryFigures> {
  const { rounds, deliveries } = options;
  const receiver = fork(fileOf('quick-receiver.ts'));
  const [opened] = await once(receiver, 'message');
  const { port } = v.parse(v.object({ port: v.number() }), opened);
  const url = `http://127.0.0.1:${port}/hook`;
  const parts = await startAwsParts(url);
  const env = {
    ...parts.environment,
    RECEIVER_URL: url,
    POWERTOOLS_LOG_LEVEL: 'INFO',
    PATH: process.env['PATH'],
  };
  // Logs are written, as in AWS, but discarded.
  const start = (what: string) =>
    fork(fileOf('deliver-child.ts'), [what], { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const [own, floor] = [start('own'), start('floor')];
  try {
    const endpoints = [parts.endpoint];
    while (endpoints.length < options.endpoints) endpoints.push(await parts.addEndpoint());
    await Promise.all([own, floor].map((child) => nextReport(child)));
    for (const child of [own, floor]) await deliver(child, endpoints, WARM_UP);
    const measured: { own: Delivered; floor: Delivered }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      measured.push({
        own: await deliver(own, endpoints, deliveries),
        floor: await deliver(floor, endpoints, deliveries),
      });
    }
    const perSecond = (which: 'own' | 'floor') =>
      Math.round(median(measured.map((round) => (deliveries / round[which].wallMs) * 1000)));
    return {
      endpoints: endpoints.length,
      deliveriesARound: deliveries,
      ownCpuMs: measured.map((round) => rounded(round.own.cpuMs / deliveries)),
      floorCpuMs: measured.map((round) => rounded(round.floor.cpuMs / deliveries)),
      ratio: rounded(median(measured.map((round) => round.own.cpuMs / round.floor.cpuMs))),
      ownPerSecond: perSecond('own'),
      floorPerSecond: perSecond('floor'),
    };
  } finally {
    for (const child of [own, floor, receiver]) child.kill();
    await parts.stop();
  }
}

type Delivered = Extract<DeliverReport, { kind: 'delivered' }>;

async function deliver(
  child: ChildProcess,
  endpoints: readonly BenchEndpoint[],
  deliveries: number,
): Promise<Delivered> {
  const bodies = Array.from({ length: Math.ceil(deliveries / endpoints.length) }, () =>
    endpoints.map((endpoint) => JSON.stringify(jobFor(endpoint, aBody()))),
  ).flat();
  const batches = Array.from({ length: Math.ceil(deliveries / BATCH) }, (_, at) =>
    bodies.slice(at * BATCH, (at + 1) * BATCH),
  );
  const report = nextReport(child);
  child.send({ batches } satisfies DeliverOrder);
  const delivered = await report;
  if (delivered.kind !== 'delivered' || delivered.failures > 0) throw new Error('Deliveries failed');
  return delivered;
}

async function nextReport(child: ChildProcess): Promise<DeliverReport> {
  const waiting = new AbortController();
  const { signal } = waiting;
  try {
    const ended = once(child, 'exit', { signal }).then(() => [undefined]);
    const [message] = await Promise.race([once(child, 'message', { signal }), ended]);
    return v.parse(deliverReportSchema, message);
  } finally {
    waiting.abort();
  }
}

/** A body of the size of an order with its contact. */
function aBody(): string {
  const contact = { id: randomUUID(), name: 'Ada Lovelace' };
  const order = { id: randomUUID(), number: '1001', total: '59.90', currency: 'EUR' };
  const envelope = { id: randomUUID(), schema_version: '1', event: 'salesbot.store.order_paid', test: false };
  return JSON.stringify({ ...envelope, workspace_id: randomUUID(), data: { contact, order } });
}

function fileOf(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
