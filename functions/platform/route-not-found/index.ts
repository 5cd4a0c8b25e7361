import { staticEntry } from '#shared/platform/entry/static-entry.ts';
import { deployedFiles } from '#shared/platform/runtime/deployed-files.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = staticEntry(operation, createHandler({ deployed: deployedFiles(import.meta.url) }));
