import { join } from 'node:path';
import type { DynamoDBRecord } from 'aws-lambda';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { CONSUMERS } from '#functions/registry.ts';
import {
  corpusFolder,
  readCorpus,
  type StoredMessage,
  type StoredRecord,
} from '#scripts/lib/stored-corpus/corpus-files.ts';
import { readRecordNews } from '#shared/events/store/record-news.ts';
import { DISPATCH_FILTER } from '#shared/platform/core/stream-filters.ts';
import { readChangeRecord } from '#shared/platform/store/change-record.ts';
import { readDispatchRecord } from '#shared/webhooks/store/dispatch-record.ts';
import { NOT_STORED } from '#test/support/fixtures/platform/stored/not-stored.ts';
import { consumerOf } from '#test/support/fixtures/platform/stored/queue-names.ts';
import { asLines, RELEASES } from '#test/support/fixtures/platform/stored/releases.ts';

/** The message as the consumer of its queue reads it. */
function read({ queue, body }: StoredMessage) {
  const { name, source } = consumerOf(queue);
  return { consumer: name, message: v.parse(source.message, JSON.parse(body)) };
}

/** What both consumers of the stream make of a record. */
function readRecord({ eventName, dynamodb }: StoredRecord) {
  const record = { eventName, dynamodb } as DynamoDBRecord;
  const kind = record.dynamodb?.NewImage?.[DISPATCH_FILTER.kindAttribute]?.S;
  const isDispatched = eventName === 'INSERT' && DISPATCH_FILTER.kinds.some((each) => each === kind);
  return {
    change: readChangeRecord(record),
    news: readRecordNews(record),
    ...(isDispatched ? { dispatch: readDispatchRecord(record) } : {}),
  };
}

describe.each(RELEASES)('what %s sent', (release) => {
  const { messages, schedules, records } = readCorpus(release);

  it('messages of queues are read with the same values as when they were recorded', async () => {
    await expect(asLines(messages.map(read))).toMatchFileSnapshot(
      join(corpusFolder(release), 'read-messages.jsonl'),
    );
  });

  it('inputs of schedules are messages of their queues', async () => {
    await expect(asLines(schedules.map(read))).toMatchFileSnapshot(
      join(corpusFolder(release), 'read-schedules.jsonl'),
    );
  });

  it('records of the stream are read with the same values as when they were recorded', async () => {
    await expect(asLines(records.map(readRecord))).toMatchFileSnapshot(
      join(corpusFolder(release), 'read-records.jsonl'),
    );
  });
});

describe('the corpus of messages', () => {
  it('has a message of every consumer of a queue, apart from the listed ones', () => {
    const corpora = RELEASES.map(readCorpus);
    const all = corpora.flatMap(({ messages, schedules }) => [...messages, ...schedules]);
    const sent = new Set(all.map(({ queue }) => consumerOf(queue).name));
    const missing = CONSUMERS.filter(({ source, name }) => source.kind === 'queue' && !sent.has(name));

    expect(missing.map(({ name }) => name).toSorted()).toEqual(Object.keys(NOT_STORED.messages).toSorted());
  });
});
