import { randomBytes, randomUUID } from 'node:crypto';
import { httpEntry } from '#shared/platform/entry/http-entry.ts';
import { deployedFiles } from '#shared/platform/runtime/deployed-files.ts';
import { createLog } from '#shared/platform/runtime/logger.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [], () =>
  createHandler({
    files: deployedFiles(import.meta.url),
    send: fetch,
    newNonce: () => randomBytes(4).toString('hex'),
    newIdempotencyKey: randomUUID,
    log: createLog(operation.name, process.env),
  }),
);
