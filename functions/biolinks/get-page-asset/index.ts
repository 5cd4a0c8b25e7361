import { httpEntry } from '#shared/platform/entry/http-entry.ts';
import { deployedFiles } from '#shared/platform/runtime/deployed-files.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

const { read } = deployedFiles(import.meta.url);

export const handler = httpEntry(operation, [], () =>
  createHandler({ readModule: (path) => read(`node_modules/${path}`) }),
);
