import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { jobFor } from '#bench/deliveries/job-for.ts';
import { type AwsParts, startAwsParts } from './aws-parts.ts';
import {
  type ChildAnswer,
  type ChildOrder,
  childAnswerSchema,
  receiverAnswerSchema,
} from './child-messages.ts';

/** Messages of one invocation, as the event source mapping sends them. */
const BATCH = 10;

/** What a run found; memory in bytes. */
export type MemoryFigures = {
  readonly deliveries: number;
  readonly requests: number;
  /** Messages that the function gave back: none, as whatever a receiver does is recorded. */
  readonly failures: number;
  /** What the receiver wrote for one request before it was cut off; of 1 GB. */
  readonly writtenPerRequest: number;
  /** Resident memory of the loaded function before its first delivery, and after the last, each after a collection. */
  readonly idle: number;
  readonly peak: number;
  readonly after: number;
};

/** Delivers to a receiver of 1 GB bodies, ten at a time, and measures the process that does. */
export async function measureMemory(deliveries: number): Promise<MemoryFigures> {
  const receiver = fork(fileOf('flood-receiver.ts'));
  const [opened] = await once(receiver, 'message');
  const { port } = v.parse(receiverAnswerSchema.options[0], opened);
  const parts = await startAwsParts(`http://127.0.0.1:${port}/hook`);
  const child = fork(fileOf('deliver-child.ts'), {
    execArgv: ['--expose-gc'],
    env: { ...parts.environment, PATH: process.env['PATH'] },
    // Its log is not what this is about.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  try {
    await nextAnswer(child, 'ready');
    const idle = await ask(child, { kind: 'rest' }, 'rested');
    const delivered = await ask(
      child,
      { kind: 'deliver', batches: batchesFor(parts, deliveries) },
      'delivered',
    );
    const after = await ask(child, { kind: 'rest' }, 'rested');
    receiver.send('count');
    const [counted] = await once(receiver, 'message');
    const { requests, written } = v.parse(receiverAnswerSchema.options[1], counted);
    return {
      deliveries,
      requests,
      failures: delivered.failures,
      writtenPerRequest: Math.round(written / Math.max(1, requests)),
      idle: idle.rss,
      peak: delivered.peak,
      after: after.rss,
    };
  } finally {
    child.kill();
    receiver.kill();
    await parts.stop();
  }
}

function fileOf(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

async function ask<K extends ChildAnswer['kind']>(child: ChildProcess, order: ChildOrder, kind: K) {
  const answer = nextAnswer(child, kind);
  child.send(order);
  return answer;
}

async function nextAnswer<K extends ChildAnswer['kind']>(
  child: ChildProcess,
  kind: K,
): Promise<Extract<ChildAnswer, { kind: K }>> {
  const ended = new AbortController();
  const exit = once(child, 'exit', { signal: ended.signal }).then(() => {
    throw new Error('The measured process ended');
  });
  const [message] = await Promise.race([once(child, 'message', { signal: ended.signal }), exit]);
  exit.catch(() => {});
  ended.abort();
  const answer = v.parse(childAnswerSchema, message);
  if (!isOfKind(answer, kind)) throw new Error(`The measured process said ${answer.kind}, not ${kind}`);
  return answer;
}

function isOfKind<K extends ChildAnswer['kind']>(
  answer: ChildAnswer,
  kind: K,
): answer is Extract<ChildAnswer, { kind: K }> {
  return answer.kind === kind;
}

function body(): string {
  return JSON.stringify({ id: randomUUID(), event: 'salesbot.store.order_paid' });
}

function batchesFor({ endpoint }: AwsParts, deliveries: number): string[][] {
  const bodies = Array.from({ length: deliveries }, () => JSON.stringify(jobFor(endpoint, body())));
  return Array.from({ length: Math.ceil(deliveries / BATCH) }, (_, at) =>
    bodies.slice(at * BATCH, (at + 1) * BATCH),
  );
}
