import { capabilities, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [capabilities], ({ consoleHosts, pageHost }) =>
  createHandler({ hosts: { consoleHosts, pageHost } }),
);
