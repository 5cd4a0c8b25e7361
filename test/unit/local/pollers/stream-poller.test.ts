import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startStreamPoller } from '#local/pollers/stream-poller.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'poller-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** A poller of a stream whose polls return `records`. */
function pollerOf(options: {
  readonly records: () => readonly object[];
  readonly newest: () => bigint | undefined | 'unknown';
  readonly handle: (event: unknown) => void;
}) {
  const streams = {
    send: async (command: object) => {
      const action = command.constructor.name;
      if (action === 'DescribeStreamCommand') return { StreamDescription: { Shards: [{ ShardId: 's' }] } };
      if (action === 'GetShardIteratorCommand') return { ShardIterator: 'i' };
      return { Records: options.records(), NextShardIterator: 'i' };
    },
  };
  return startStreamPoller({
    streams: streams as never,
    streamArn: 'arn',
    mapping: {
      kind: 'stream',
      id: 'mapping',
      functionName: 'function',
      sourceArn: 'arn',
      tableName: 'table',
      batchSize: 10,
      reportsItemFailures: false,
      filters: [],
      bisect: false,
      maximumRetries: -1,
      maximumAgeSeconds: -1,
    },
    positionFile: join(folder, 'position.json'),
    newest: options.newest,
    invoke: async (event) => options.handle(event),
    discard: () => {},
    now: Date.now,
    log: () => {},
  });
}

function recordOf(sequenceNumber: number) {
  return {
    dynamodb: { SequenceNumber: String(sequenceNumber), ApproximateCreationDateTime: 1_790_000_000 },
  };
}

it.each([
  [1, 20],
  [2, 50],
])('polls at most once in a while after a poll with %d records: every %d ms', async (size, leastMs) => {
  let sent = 0;
  const polledAt: number[] = [];
  const poller = pollerOf({
    records: () => {
      polledAt.push(performance.now());
      return Array.from({ length: size }, () => recordOf((sent += 1)));
    },
    newest: () => 'unknown',
    handle: () => {},
  });
  await waitFor('it polls several times', () => polledAt.length >= 6);
  await poller.stop(1000);

  // The first poll also asks for the shards, so that its records come later. A stop ends the last wait.
  const times = polledAt.slice(1, 6);
  const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0));
  // Timers of Node.js can end a millisecond early.
  expect(Math.min(...pauses)).toBeGreaterThan(leastMs - 2);
});

it('polls only if the stream has a record that it has not seen, or if that is unknown', async () => {
  let newest: bigint | undefined | 'unknown';
  let sent = 0;
  let polls = 0;
  const handled: unknown[] = [];
  const poller = pollerOf({
    records: () => {
      polls += 1;
      sent += 1;
      return sent === 1 ? [recordOf(1)] : [];
    },
    newest: () => newest,
    handle: (event) => handled.push(event),
  });
  const quiet = () => new Promise((resolve) => setTimeout(resolve, 150));
  await quiet();
  expect(polls).toBe(0);

  newest = 1n;
  poller.wake();
  await waitFor('the record is handled', () => handled.length === 1);
  expect(handled).toMatchObject([
    { Records: [{ dynamodb: { SequenceNumber: '1', ApproximateCreationDateTime: 1_790_000_000 } }] },
  ]);
  await quiet();
  expect(polls).toBe(1);

  newest = 'unknown';
  await waitFor('it polls again', () => polls > 1);
  await poller.stop(1000);
});
