import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startStreamPoller } from '#local/pollers/stream-poller.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'poller-'))));
afterEach(() => rmSync(folder, { recursive: true }));

it('polls only if the stream has a record that it has not seen, or if that is unknown', async () => {
  let newest: bigint | undefined | 'unknown';
  let sent = 0;
  let polls = 0;
  const handled: unknown[] = [];
  const streams = {
    send: async (command: object) => {
      const action = command.constructor.name;
      if (action === 'DescribeStreamCommand') return { StreamDescription: { Shards: [{ ShardId: 's' }] } };
      if (action === 'GetShardIteratorCommand') return { ShardIterator: 'i' };
      polls += 1;
      const record = {
        dynamodb: { SequenceNumber: String(++sent), ApproximateCreationDateTime: 1_790_000_000 },
      };
      return { Records: sent === 1 ? [record] : [], NextShardIterator: 'i' };
    },
  };
  const poller = startStreamPoller({
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
    newest: () => newest,
    invoke: async (event) => void handled.push(event),
    discard: () => {},
    now: Date.now,
    log: () => {},
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
