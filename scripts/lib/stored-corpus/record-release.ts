import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { DynamoDBClient, ScanCommand, type ScanCommandInput } from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import { LOCAL_AWS } from '#local/aws/aws-identity.ts';
import { dataPaths } from '#local/data-directory.ts';
import { readJsonFile } from '#local/json-file.ts';
import { exampleFilled } from '#scripts/lib/stack/example-filled.ts';
import { type StackReady, startStackProcess } from '#scripts/lib/stack/stack-process.ts';
import { chooseEntries } from './choose-entries.ts';
import {
  corpusFolder,
  type StoredAttributes,
  type StoredCorpus,
  type StoredEntry,
  type StoredMessage,
  type StoredRecord,
} from './corpus-files.ts';
import { createItemKinds } from './item-kinds.ts';
import { recordViews } from './record-views.ts';

type Recording = {
  readonly release: string;
  readonly checkout: string;
  /** An empty folder for the data of the stack. */
  readonly work: string;
  readonly print: (line: string) => void;
};

const HOOK = fileURLToPath(new URL('invocation-hook.ts', import.meta.url));
/** Entries of a kind of item, of a queue and of a kind of stream record. */
const PER_KIND = 2;
const SAMPLES_DEADLINE_MS = 600_000;
/** Where releases have the code that runs samples. */
const SAMPLE_FOLDERS = ['scripts/lib/samples', 'scripts/samples'];

const scheduleSchema = v.object({
  request: v.object({ Target: v.object({ Arn: v.string(), Input: v.string() }) }),
});
const batchSchema = v.object({
  Records: v.array(
    v.looseObject({ eventSource: v.string(), eventSourceARN: v.string(), body: v.optional(v.string()) }),
  ),
});

/**
 * Runs the local stack of a checkout twice on one data directory: first the example alone, whose data directory is archived, then every
 * sample of the release. Returns what its tables and queues had.
 */
export async function recordRelease({ release, checkout, work, print }: Recording): Promise<StoredCorpus> {
  const dataDirectory = join(work, 'data');
  const invocationsFile = join(work, 'invocations.jsonl');
  const start = () =>
    startStackProcess({
      checkout,
      dataDirectory,
      preload: [HOOK],
      environment: { RECORDED_INVOCATIONS: invocationsFile },
    });

  const first = await start();
  await exampleFilled(dataPaths(dataDirectory).exampleFile);
  const views = await recordViews(checkout, first.ready.baseUrl, first.ready.example ?? first.ready);
  print(`${views.length} responses about the example`);
  await first.stop();
  archive(dataDirectory, release);

  const second = await start();
  await runSamples(checkout, second.ready, print);
  const items = await dump(second.ready);
  const schedules = readSchedules(dataPaths(dataDirectory).schedules);
  await second.stop();

  const { messages, records } = readInvocations(invocationsFile);
  const recordKinds = createItemKinds();
  return {
    items: chooseEntries(
      items,
      ({ kind }) => kind,
      ({ item }) => item,
      PER_KIND,
    ),
    messages: chooseEntries(
      messages,
      ({ queue }) => queue,
      ({ body }) => JSON.parse(body),
      2 * PER_KIND,
    ),
    records: chooseEntries(
      records,
      (record) => `${record.eventName} ${kindOfRecord(recordKinds, record)}`,
      ({ dynamodb }) => dynamodb,
      1,
    ),
    schedules: chooseEntries(
      schedules,
      ({ queue }) => queue,
      ({ body }) => JSON.parse(body),
      PER_KIND,
    ),
    views,
  };
}

function archive(dataDirectory: string, release: string): void {
  mkdirSync(corpusFolder(release), { recursive: true });
  const archiveFile = join(corpusFolder(release), 'local.tar.gz');
  const options = ['--owner=0', '--group=0', '--exclude=functions.log', '--exclude=stack.pid'];
  execFileSync('tar', ['-czf', archiveFile, ...options, '-C', dataDirectory, '.']);
}

/** The release's own code for samples. A sample that fails is left out: what it needs can be missing here. */
async function runSamples(checkout: string, ready: StackReady, print: (line: string) => void): Promise<void> {
  const folder = SAMPLE_FOLDERS.map((each) => join(checkout, each)).find((each) => existsSync(each));
  if (folder === undefined) throw new Error(`${checkout} has no samples`);
  const load = (file: string) => import(pathToFileURL(join(folder, file)).href);
  const [{ readSamples }, { invokeSample }, { removeSampleEndpoints }] = await Promise.all(
    ['sample-event.ts', 'invoke-sample.ts', 'sample-givens.ts'].map(load),
  );
  const deadline = performance.now() + SAMPLES_DEADLINE_MS;
  let failed = 0;
  const samples: readonly { readonly function: string; readonly name: string; readonly product: string }[] =
    await readSamples();
  for (const sample of samples) {
    if (performance.now() > deadline) throw new Error('The samples take too long');
    await invokeSample(ready, sample).catch((error: unknown) => {
      failed += 1;
      print(`${sample.function}/${sample.name}: ${String(error)}`);
    });
    if (sample.product === 'webhooks') await removeSampleEndpoints(ready).catch(() => undefined);
  }
  print(`${samples.length} samples, ${failed} failed`);
}

async function dump({ dynamodbUrl, coreTable, deliveryTable }: StackReady): Promise<StoredEntry[]> {
  const { region, credentials } = LOCAL_AWS;
  const client = new DynamoDBClient({ endpoint: dynamodbUrl, region, credentials });
  const kinds = createItemKinds();
  const entries: StoredEntry[] = [];
  for (const [table, name] of [
    ['core', coreTable],
    ['deliveries', deliveryTable],
  ] as const) {
    let next: ScanCommandInput['ExclusiveStartKey'];
    do {
      const page = await client.send(
        new ScanCommand({ TableName: name, ...(next ? { ExclusiveStartKey: next } : {}) }),
      );
      for (const item of page.Items ?? []) {
        const key = { pk: item['pk']?.S ?? '', sk: item['sk']?.S ?? '' };
        entries.push({ table, kind: kinds.of(table, key) ?? 'unknown', item: withBase64(item) });
      }
      next = page.LastEvaluatedKey;
    } while (next);
  }
  client.destroy();
  return entries;
}

/** Bytes in base64, as in the JSON of DynamoDB. */
function withBase64(item: StoredAttributes): StoredAttributes {
  return JSON.parse(
    JSON.stringify(item, (_, value: unknown) =>
      // Only plain objects and bytes occur in an item.
      value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
    ),
  );
}

function readSchedules(directory: string): StoredMessage[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((file) => file.endsWith('.json'))
    .map((file) => v.parse(scheduleSchema, readJsonFile(join(directory, file))))
    .map(({ request: { Target } }) => ({ queue: nameOf(Target.Arn), body: Target.Input, attributes: {} }));
}

function readInvocations(file: string) {
  const messages: StoredMessage[] = [];
  const records: StoredRecord[] = [];
  for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
    for (const record of v.parse(batchSchema, JSON.parse(line)).Records) {
      if (isOfSample(record)) continue;
      if (record.eventSource === 'aws:dynamodb')
        records.push({
          eventName: String(record['eventName']),
          dynamodb: record['dynamodb'] as StoredRecord['dynamodb'],
        });
      else
        messages.push({
          queue: nameOf(record.eventSourceARN),
          body: record.body ?? '',
          attributes: textAttributes(record['messageAttributes']),
        });
    }
  }
  return { messages, records };
}

/** Messages and records in samples are written by hand, some of them malformed. */
function isOfSample(record: Readonly<Record<string, unknown>>): boolean {
  return record['receiptHandle'] === 'sample' || String(record['eventSourceARN']).includes(':table/core/');
}

function nameOf(arn: string): string {
  return arn.split(':').at(-1) ?? '';
}

function textAttributes(attributes: unknown): Record<string, string> {
  const parsed = v.safeParse(v.record(v.string(), v.object({ stringValue: v.string() })), attributes);
  if (!parsed.success) return {};
  return Object.fromEntries(
    Object.entries(parsed.output).map(([name, { stringValue }]) => [name, stringValue]),
  );
}

function kindOfRecord(kinds: ReturnType<typeof createItemKinds>, { dynamodb }: StoredRecord): string {
  const keys = v.parse(
    v.object({ pk: v.object({ S: v.string() }), sk: v.object({ S: v.string() }) }),
    dynamodb['Keys'],
  );
  return kinds.of('core', { pk: keys.pk.S, sk: keys.sk.S }) ?? 'unknown';
}
