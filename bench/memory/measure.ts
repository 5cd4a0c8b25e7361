import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import * as v from 'valibot';
import { jobFor } from '#bench/deliveries/job-for.ts';
import { BUNDLING } from '#infra/bundling/bundle.ts';
import { type AwsParts, startAwsParts } from './aws-parts.ts';
import {
  type ChildReport,
  type ChildOrder,
  childReportSchema,
  receiverReportSchema,
} from './child-messages.ts';

/** Messages per invocation, as in the event source mapping. */
const BATCH = 10;

/** The figures of a run; memory in bytes. */
export type MemoryFigures = {
  readonly deliveries: number;
  readonly requests: number;
  /** Messages that the function reported as failed: none, because every behaviour of a receiver is recorded. */
  readonly failures: number;
  /** Bytes that the receiver wrote per request before the connection was closed, of 1 GB. */
  readonly writtenPerRequest: number;
  /** Resident memory before the first delivery and after the last, each after garbage collection. */
  readonly idle: number;
  readonly peak: number;
  readonly after: number;
};

/** Delivers to a receiver with bodies of 1 GB, ten at a time, and measures the delivering process. */
export async function measureMemory(deliveries: number): Promise<MemoryFigures> {
  const receiver = fork(fileOf('flood-receiver.ts'));
  const [opened] = await once(receiver, 'message');
  const { port } = v.parse(receiverReportSchema.options[0], opened);
  const parts = await startAwsParts(`http://127.0.0.1:${port}/hook`);
  const folder = mkdtempSync(join(tmpdir(), 'workspace-memory-bundle-'));
  const child = fork(bundledChild(folder), {
    execArgv: ['--expose-gc'],
    env: { ...parts.environment, PATH: process.env['PATH'] },
    // The log of the function is discarded.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  try {
    await nextReport(child, 'ready');
    const idle = await ask(child, { kind: 'rest' }, 'rested');
    const delivered = await ask(
      child,
      { kind: 'deliver', batches: batchesFor(parts, deliveries) },
      'delivered',
    );
    const after = await ask(child, { kind: 'rest' }, 'rested');
    receiver.send('count');
    const [counted] = await once(receiver, 'message');
    const { requests, written } = v.parse(receiverReportSchema.options[1], counted);
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
    rmSync(folder, { recursive: true });
  }
}

/** The measured process with the function, bundled as for deployment: sources would need more memory. */
function bundledChild(folder: string): string {
  const outfile = join(folder, 'deliver-child.mjs');
  buildSync({ ...BUNDLING, entryPoints: [fileOf('deliver-child.ts')], outfile });
  return outfile;
}

function fileOf(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

async function ask<K extends ChildReport['kind']>(child: ChildProcess, order: ChildOrder, kind: K) {
  const report = nextReport(child, kind);
  child.send(order);
  return report;
}

async function nextReport<K extends ChildReport['kind']>(
  child: ChildProcess,
  kind: K,
): Promise<Extract<ChildReport, { kind: K }>> {
  const ended = new AbortController();
  const exit = once(child, 'exit', { signal: ended.signal }).then(() => {
    throw new Error('The measured process ended');
  });
  const [message] = await Promise.race([once(child, 'message', { signal: ended.signal }), exit]);
  exit.catch(() => {});
  ended.abort();
  const report = v.parse(childReportSchema, message);
  if (!isOfKind(report, kind)) throw new Error(`The measured process sent ${report.kind}, not ${kind}`);
  return report;
}

function isOfKind<K extends ChildReport['kind']>(
  report: ChildReport,
  kind: K,
): report is Extract<ChildReport, { kind: K }> {
  return report.kind === kind;
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
