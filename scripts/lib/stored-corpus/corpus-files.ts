import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { RecordedView } from './record-views.ts';

/** An item in the JSON of DynamoDB, with bytes in base64. */
export type StoredAttributes = Record<string, AttributeValue>;

export type StoredEntry = {
  readonly table: 'core' | 'deliveries';
  /** `<key shape>/<key function>` of the version that recorded the item. */
  readonly kind: string;
  readonly item: StoredAttributes;
};

/** A message as a function received it. */
export type StoredMessage = {
  readonly queue: string;
  readonly body: string;
  readonly attributes: Readonly<Record<string, string>>;
};

/** A record of the stream of the core table. */
export type StoredRecord = {
  readonly eventName: string;
  readonly dynamodb: Readonly<Record<string, unknown>>;
};

/** When and from which commit a corpus was recorded. */
export type RecordedFrom = { readonly recordedAt: string; readonly commit: string };

/** What a release stored and sent. */
export type StoredCorpus = {
  readonly items: readonly StoredEntry[];
  readonly messages: readonly StoredMessage[];
  readonly records: readonly StoredRecord[];
  /** Inputs of one-time schedules of EventBridge Scheduler, which are messages. */
  readonly schedules: readonly StoredMessage[];
  /** Responses of GET requests about the example workspace of the archived data directory. */
  readonly views: readonly RecordedView[];
};

const CORPUS = join(import.meta.dirname, '../../../test/corpus/stored');
const PARTS = ['items', 'messages', 'records', 'schedules', 'views'] as const;

/** The folder of a release: `<part>.json`, and `local.tar.gz` with its data directory. */
export function corpusFolder(release: string): string {
  return join(CORPUS, release);
}

/** One entry a line, so that a difference shows which entry changed. */
export function writeCorpus(release: string, corpus: StoredCorpus): void {
  mkdirSync(corpusFolder(release), { recursive: true });
  for (const part of PARTS) {
    const lines = corpus[part].map((entry) => JSON.stringify(entry));
    const text = lines.length === 0 ? '[]\n' : `[\n${lines.join(',\n')}\n]\n`;
    writeFileSync(join(corpusFolder(release), `${part}.json`), text);
  }
}

export function writeRecordedFrom(release: string, from: RecordedFrom): void {
  writeFileSync(join(corpusFolder(release), 'recorded.json'), `${JSON.stringify(from, null, 2)}\n`);
}

export function readRecordedFrom(release: string): RecordedFrom {
  return JSON.parse(readFileSync(join(corpusFolder(release), 'recorded.json'), 'utf8'));
}

export function readCorpus(release: string): StoredCorpus {
  const read = (part: string) =>
    JSON.parse(readFileSync(join(corpusFolder(release), `${part}.json`), 'utf8'));
  return Object.fromEntries(PARTS.map((part) => [part, read(part)])) as StoredCorpus;
}
