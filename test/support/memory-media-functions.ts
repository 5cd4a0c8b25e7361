import { createCompleteMediaHandler } from '#functions/complete-media/handler.ts';
import { operation as completeMedia } from '#functions/complete-media/operation.ts';
import { createCreateMediaHandler } from '#functions/create-media/handler.ts';
import { operation as createMedia } from '#functions/create-media/operation.ts';
import { createDeleteMediaHandler } from '#functions/delete-media/handler.ts';
import { operation as deleteMedia } from '#functions/delete-media/operation.ts';
import { createGetMediaHandler } from '#functions/get-media/handler.ts';
import { operation as getMedia } from '#functions/get-media/operation.ts';
import { createListMediaHandler } from '#functions/list-media/handler.ts';
import { operation as listMedia } from '#functions/list-media/operation.ts';
import { createUpdateMediaHandler } from '#functions/update-media/handler.ts';
import { operation as updateMedia } from '#functions/update-media/operation.ts';
import type { FileStore } from '#shared/domain/ports/media-store.ts';
import { httpFunction, type HttpServices } from '#shared/http/http-function.ts';
import { SNIFF_LENGTH, sniffType } from '#shared/runtime/sniff-type.ts';
import type { PlatformBench } from './platform-bench.ts';

type Parts = {
  readonly bench: Pick<PlatformBench, 'media' | 'posts' | 'answers'>;
  readonly services: HttpServices;
  readonly files: FileStore;
};

/** The operations of the media library over the stores of a bench. */
export function mediaFunctions({ bench, services, files }: Parts) {
  const { clock, log } = services;
  const deps = { ...bench, files, clock, log, sniff: { length: SNIFF_LENGTH, typeOf: sniffType } };
  const answering = { ...services, memory: { answers: bench.answers } };
  return {
    'create-media': httpFunction(createMedia, createCreateMediaHandler(deps), answering),
    'complete-media': httpFunction(completeMedia, createCompleteMediaHandler(deps), answering),
    'get-media': httpFunction(getMedia, createGetMediaHandler(deps), services),
    'list-media': httpFunction(listMedia, createListMediaHandler(deps), services),
    'update-media': httpFunction(updateMedia, createUpdateMediaHandler(deps), services),
    'delete-media': httpFunction(deleteMedia, createDeleteMediaHandler(deps), services),
  };
}
