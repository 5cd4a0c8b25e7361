import { createHandler as createCompleteMediaHandler } from '#functions/publishing/complete-media/handler.ts';
import { operation as completeMedia } from '#functions/publishing/complete-media/operation.ts';
import { createHandler as createCreateMediaHandler } from '#functions/publishing/create-media/handler.ts';
import { operation as createMedia } from '#functions/publishing/create-media/operation.ts';
import { createHandler as createDeleteMediaHandler } from '#functions/publishing/delete-media/handler.ts';
import { operation as deleteMedia } from '#functions/publishing/delete-media/operation.ts';
import { createHandler as createGetMediaHandler } from '#functions/publishing/get-media/handler.ts';
import { operation as getMedia } from '#functions/publishing/get-media/operation.ts';
import { createHandler as createListMediaHandler } from '#functions/publishing/list-media/handler.ts';
import { operation as listMedia } from '#functions/publishing/list-media/operation.ts';
import { createHandler as createUpdateMediaHandler } from '#functions/publishing/update-media/handler.ts';
import { operation as updateMedia } from '#functions/publishing/update-media/operation.ts';
import { httpFunction, type HttpServices } from '#shared/platform/http/http-function.ts';
import { SNIFF_LENGTH, sniffType } from '#shared/publishing/adapters/sniff-type.ts';
import type { FileStore } from '#shared/publishing/ports/media-store.ts';
import type { PlatformFixture } from '#test/support/fixtures/platform/platform-fixture.ts';

type Parts = {
  readonly bench: Pick<PlatformFixture, 'media' | 'posts' | 'responses'>;
  readonly services: HttpServices;
  readonly files: FileStore;
};

/** The operations of the media library over the stores of a bench. */
export function mediaFunctions({ bench, services, files }: Parts) {
  const { clock, log } = services;
  const deps = { ...bench, files, clock, log, sniff: { length: SNIFF_LENGTH, typeOf: sniffType } };
  const answering = { ...services, idempotency: { store: bench.responses } };
  return {
    'create-media': httpFunction(createMedia, createCreateMediaHandler(deps), answering),
    'complete-media': httpFunction(completeMedia, createCompleteMediaHandler(deps), answering),
    'get-media': httpFunction(getMedia, createGetMediaHandler(deps), services),
    'list-media': httpFunction(listMedia, createListMediaHandler(deps), services),
    'update-media': httpFunction(updateMedia, createUpdateMediaHandler(deps), services),
    'delete-media': httpFunction(deleteMedia, createDeleteMediaHandler(deps), services),
  };
}
