import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LOCAL_AWS } from '#local/aws/aws-identity.ts';
import { createAwsJsonClient, type AwsJsonClient } from '#local/aws/aws-json-client.ts';
import { createTables } from '#local/dynamodb/create-tables.ts';
import { startDynamoDb, type DynamoDbPart } from '#local/dynamodb/dynoxide.ts';
import { keepStreamFast } from '#local/dynamodb/stream-upkeep.ts';
import { startStreamPoller, type StreamPoller } from '#local/pollers/stream-poller.ts';
import { readPosition } from '#local/pollers/stream-position.ts';
import type { StreamMapping, TableDescription } from '#local/template/platform.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { temporaryDirectory } from './temporary-directory.ts';

const directory = temporaryDirectory();
const TABLE: Omit<TableDescription, 'name'> = {
  attributes: [{ AttributeName: 'pk', AttributeType: 'S' }],
  key: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  indexes: [],
  streamView: 'NEW_AND_OLD_IMAGES',
  timeToLive: 'ttl',
};
const MAPPING: StreamMapping = {
  id: 'Mapping',
  kind: 'stream',
  functionName: 'fn',
  sourceArn: 'arn:aws:dynamodb:us-east-1:000000000000:table/Core/stream/local',
  tableName: 'Core',
  batchSize: 100,
  reportsItemFailures: true,
  filters: ['{"eventName":["INSERT"],"dynamodb":{"NewImage":{"kind":{"S":["event"]}}}}'],
  bisect: true,
  maximumRetries: -1,
  maximumAgeSeconds: 3600,
};

describe('stream poller', () => {
  let emulator: DynamoDbPart;
  let dynamodb: DynamoDBClient;
  let streams: AwsJsonClient;
  let table: string;
  let tables = 0;
  let streamArn: string;
  let pump: StreamPoller | undefined;
  let seen: string[][];

  beforeAll(boot);
  beforeEach(async () => {
    // A separate table per test: dynoxide keeps the stream records of a deleted table for the next of its name.
    table = `Core${(tables += 1)}`;
    streamArn =
      (await createTables(dynamodb, [{ ...TABLE, name: table }], { fresh: false })).get(table) ?? '';
    seen = [];
  });
  afterEach(async () => {
    await pump?.stop(2000);
    pump = undefined;
  });
  afterAll(async () => {
    await emulator.stop();
    directory.remove();
  });

  async function boot(): Promise<void> {
    emulator = await startDynamoDb({ directory: directory.at('dynamodb'), externalEndpoint: undefined });
    const aws = { endpoint: emulator.endpoint, region: LOCAL_AWS.region, credentials: LOCAL_AWS.credentials };
    dynamodb = new DynamoDBClient(aws);
    streams = createAwsJsonClient({
      endpoint: emulator.endpoint,
      service: 'DynamoDBStreams_20120810',
      version: '1.0',
    });
  }

  async function put(pk: string, kind = 'event'): Promise<void> {
    await dynamodb.send(
      new PutItemCommand({
        TableName: table,
        Item: { pk: { S: pk }, kind: { S: kind }, bytes: { B: Buffer.from([0, 255]) } },
      }),
    );
  }

  function keysOf(event: DynamoDBStreamEvent): string[] {
    return event.Records.map((record) => record.dynamodb?.Keys?.['pk']?.S ?? '');
  }

  function start(
    invoke: (event: DynamoDBStreamEvent) => unknown,
    positionFile = directory.at(`${table}.json`),
  ): string {
    pump = startStreamPoller({
      streams,
      streamArn,
      mapping: MAPPING,
      positionFile,
      invoke: async (event) => {
        seen.push(keysOf(event));
        return invoke(event);
      },
      discard: () => {},
      now: Date.now,
      log: () => {},
    });
    return positionFile;
  }

  function numberOf(event: DynamoDBStreamEvent, pk: string): string {
    return (
      event.Records.find((record) => record.dynamodb?.Keys?.['pk']?.S === pk)?.dynamodb?.SequenceNumber ?? ''
    );
  }

  it('delivers records that match the filter, written before it started and after, as Lambda does', async () => {
    const events: DynamoDBStreamEvent[] = [];
    await put('before');
    await put('other', 'post');
    start((event) => {
      events.push(event);
    });
    await waitFor('the first arrived', () => events.length === 1);
    await put('after');
    await waitFor('the second arrived', () => events.length === 2);

    expect(seen).toEqual([['before'], ['after']]);
    expect(events[0]?.Records[0]).toMatchObject({
      eventName: 'INSERT',
      eventSource: 'aws:dynamodb',
      eventSourceARN: MAPPING.sourceArn,
      dynamodb: {
        NewImage: { pk: { S: 'before' }, bytes: { B: Buffer.from([0, 255]).toString('base64') } },
        ApproximateCreationDateTime: expect.any(Number),
      },
    });
  });

  it('repeats from the lowest failed record', async () => {
    for (const pk of ['a', 'b', 'c', 'd']) await put(pk);
    start((event) =>
      seen.length === 1 ? { batchItemFailures: [{ itemIdentifier: numberOf(event, 'c') }] } : undefined,
    );

    await waitFor('the rest was received again', () => seen.length === 2);
    expect(seen).toEqual([
      ['a', 'b', 'c', 'd'],
      ['c', 'd'],
    ]);
  });

  it('continues after its position, and repeats the batch that was interrupted', async () => {
    await put('done');
    const positionFile = start(() => undefined);
    await waitFor('the position is stored', () => readPosition(positionFile)?.sequenceNumber);
    await pump?.stop(2000);

    await put('cut off');
    const never = Promise.withResolvers<void>();
    start(() => never.promise, positionFile);
    await waitFor('the invocation runs', () => seen.length === 2);
    await pump?.stop(0);
    start(() => undefined, positionFile);
    await waitFor('the record was received again', () => seen.length === 3);

    expect(seen).toEqual([['done'], ['cut off'], ['cut off']]);
    never.resolve();
  });

  it('does not skip records that were still failing when it was stopped', async () => {
    await put('failing');
    await put('behind', 'post');
    const positionFile = start(() => {
      throw new Error('down');
    });
    await waitFor('the invocation failed', () => seen.length > 0);
    await pump?.stop(2000);
    seen = [];

    start(() => undefined, positionFile);

    await waitFor('the record was received again', () => seen.length > 0);
    expect(seen).toEqual([['failing']]);
  });

  it('survives a restart of the emulator with a trimmed stream, losing and repeating nothing', async () => {
    for (let index = 0; index < 5; index++) await put(`read ${index}`);
    const positionFile = start(() => undefined);
    await waitFor('all were processed', () => seen.flat().length === 5);
    await waitFor('the position is stored', () => readPosition(positionFile)?.sequenceNumber === '5');
    await pump?.stop(2000);
    await put('unread');
    await emulator.stop();
    await boot();
    keepStreamFast(emulator.databaseFile ?? '', new Map([[table, '5']]));
    await put('new');
    seen = [];

    start(() => undefined, positionFile);

    await waitFor('both arrived', () => seen.flat().length === 2);
    expect(seen.flat()).toEqual(['unread', 'new']);
    expect(await remaining()).toEqual(['5', '6', '7']);
  });

  /** Sequence numbers left in the stream. */
  async function remaining(): Promise<string[]> {
    const all: string[] = [];
    const reader = startStreamPoller({
      streams,
      streamArn,
      mapping: { ...MAPPING, filters: [] },
      positionFile: directory.at('remaining.json'),
      invoke: async (event) =>
        void all.push(...event.Records.map((each) => each.dynamodb?.SequenceNumber ?? '')),
      discard: () => {},
      now: Date.now,
      log: () => {},
    });
    await waitFor('the stream was read', () => all.length > 0);
    await reader.stop(2000);
    return all;
  }
});
