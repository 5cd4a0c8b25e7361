import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { consumer } from '#functions/webhooks/sweep-deliveries/consumer.ts';
import { build } from '#functions/webhooks/sweep-deliveries/index.ts';
import { scheduleParts, startConsumer, writtenMetrics } from '#shared/platform/entry/consumer-entry.ts';
import { inputOfPart } from '#shared/platform/queues/schedule-part.ts';
import { SHARDS } from '#shared/platform/runtime/ids.ts';
import type { SweepLoad } from './sweep-load.ts';

const portSchema = v.object({ port: v.number() });
const countSchema = v.object({ lookedUp: v.number() });
const sweptSchema = v.looseObject({ code: v.string(), scan: v.string(), stopped: v.boolean() });

/** How long one part of the sweep took for its shards. */
export type PartRun = {
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** Whether it read everything in its time. */
  readonly isComplete: boolean;
};

/** The shards of the part that is measured. */
export const MEASURED_SHARDS = Array.from({ length: SHARDS }, (_, shard) => shard).filter(
  (shard) => shard % consumer.source.parts === 0,
);

/** The time of a run until it ends by itself, in seconds. */
export const RUN_SECONDS = 50;
const TIMEOUT_MS = 60_000;

/** Runs the handler of one part at a time, as Lambda invokes it, on a stub of DynamoDB with this load. */
export async function runPart(load: SweepLoad, now: Date): Promise<PartRun> {
  const file = fileURLToPath(new URL('aws-stub.ts', import.meta.url));
  const stub = fork(file, [], { env: { ...process.env, SWEEP_LOAD: JSON.stringify(load) } });
  try {
    const [ready]: unknown[] = await once(stub, 'message');
    const run = await measure(v.parse(portSchema, ready).port, now);
    stub.send('count');
    const [count]: unknown[] = await once(stub, 'message');
    const { lookedUp } = v.parse(countSchema, count);
    const deliveries = load.eventsPerShard * load.shards.length * load.endpoints;
    if (run.isComplete && lookedUp !== deliveries)
      throw new Error(`The sweep looked up ${lookedUp} of ${deliveries} deliveries`);
    return run;
  } finally {
    stub.kill();
  }
}

async function measure(port: number, now: Date): Promise<PartRun> {
  const lines: unknown[] = [];
  const write = (text: unknown): boolean => {
    lines.push(JSON.parse(String(text)));
    return true;
  };
  const log = { debug: ignore, info: note, warn: note, error: note };
  const sweep = startConsumer(consumer, [scheduleParts, writtenMetrics], build, {
    environment: environmentOf(port),
    clock: () => now,
    writeMetrics: write,
    log,
  });
  const startedAt = performance.now();
  const cpu = process.cpuUsage();
  await sweep(inputOfPart(0), {
    getRemainingTimeInMillis: () => TIMEOUT_MS - (performance.now() - startedAt),
  });
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (performance.now() - startedAt) / 1000;
  const swept = v.parse(
    v.array(sweptSchema),
    lines.filter((line) => v.is(sweptSchema, line)),
  );
  if (swept.length !== 2) throw new Error(`The sweep reported ${JSON.stringify(lines).slice(0, 500)}`);
  return { seconds, cpuSeconds: (user + system) / 1e6, isComplete: swept.every(({ stopped }) => !stopped) };

  function note({ code }: { readonly code: string }, fields: object = {}): void {
    lines.push({ code, ...fields });
  }
}

function environmentOf(port: number): Readonly<Record<string, string>> {
  const stub = `http://127.0.0.1:${port}`;
  const queue = `${stub}/000000000000/queue`;
  return {
    STAGE: 'bench',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'bench',
    AWS_SECRET_ACCESS_KEY: 'bench',
    AWS_ENDPOINT_URL_DYNAMODB: stub,
    AWS_ENDPOINT_URL_SQS: stub,
    CORE_TABLE: 'core',
    DELIVERY_TABLE: 'deliveries',
    DELIVERY_QUEUE_URL: queue,
    SLOW_QUEUE_URL: queue,
    NOTIFICATION_QUEUE_URL: queue,
    SWEEP_QUEUE_LIMIT: '45000',
  };
}

function ignore(): void {}
