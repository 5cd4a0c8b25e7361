import { appendFileSync } from 'node:fs';

/*
 * Preloaded into the local stack of a release (`node --import`): appends each event with messages or stream records that a function
 * receives to a file. The stack of every release passes events as JSON, so the hook needs nothing else of the release.
 */

const file = process.env['RECORDED_INVOCATIONS'] ?? '';
const parse = JSON.parse.bind(JSON);
const BATCH = /^\{"Records":\[\{.*"eventSource":"aws:(?:sqs|dynamodb)"/su;

// There is no other place that all releases have.
Object.defineProperty(JSON, 'parse', {
  configurable: true,
  writable: true,
  value: (text: string, reviver?: (this: unknown, key: string, value: unknown) => unknown): unknown => {
    if (typeof text === 'string' && BATCH.test(text)) appendFileSync(file, `${text}\n`);
    return parse(text, reviver);
  },
});
