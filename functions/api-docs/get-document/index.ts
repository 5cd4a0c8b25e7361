import { httpEntry, missingPages } from '#shared/platform/entry/http-entry.ts';
import { missingPage } from '#shared/platform/render/missing-page.ts';
import { deployedFiles } from '#shared/platform/runtime/deployed-files.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [missingPages(missingPage)], () =>
  createHandler({ files: deployedFiles(import.meta.url) }),
);
