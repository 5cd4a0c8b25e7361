import { OPERATIONS } from '#functions/registry.ts';
import { staticEntry } from '#shared/platform/entry/static-entry.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = staticEntry(operation, createHandler(OPERATIONS));
