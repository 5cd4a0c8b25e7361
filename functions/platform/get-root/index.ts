import { publicEntry } from '#shared/platform/entry/public-entry.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = publicEntry(operation, ({ consoleHosts, pageHost }) =>
  createHandler({ hosts: { consoleHosts, pageHost } }),
);
