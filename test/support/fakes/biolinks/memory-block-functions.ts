import { createHandler as createCreateBlockHandler } from '#functions/biolinks/create-block/handler.ts';
import { operation as createBlock } from '#functions/biolinks/create-block/operation.ts';
import { createHandler as createDeleteBlockHandler } from '#functions/biolinks/delete-block/handler.ts';
import { operation as deleteBlock } from '#functions/biolinks/delete-block/operation.ts';
import { createHandler as createListBlocksHandler } from '#functions/biolinks/list-blocks/handler.ts';
import { operation as listBlocks } from '#functions/biolinks/list-blocks/operation.ts';
import { createHandler as createReorderBlocksHandler } from '#functions/biolinks/reorder-blocks/handler.ts';
import { operation as reorderBlocks } from '#functions/biolinks/reorder-blocks/operation.ts';
import { createHandler as createUpdateBlockHandler } from '#functions/biolinks/update-block/handler.ts';
import { operation as updateBlock } from '#functions/biolinks/update-block/operation.ts';
import { httpFunction, type HttpServices } from '#shared/platform/http/http-function.ts';
import type { PlatformFixture } from '#test/support/fixtures/platform/platform-fixture.ts';

type Parts = {
  readonly bench: Pick<PlatformFixture, 'pages' | 'blocks' | 'responses'>;
  readonly services: HttpServices;
};

/** The operations on blocks over the stores of a bench. */
export function blockFunctions({ bench, services }: Parts) {
  const answering = { ...services, idempotency: { store: bench.responses } };
  return {
    'list-blocks': httpFunction(listBlocks, createListBlocksHandler(bench), services),
    'create-block': httpFunction(createBlock, createCreateBlockHandler(bench), answering),
    'update-block': httpFunction(updateBlock, createUpdateBlockHandler(bench), services),
    'delete-block': httpFunction(deleteBlock, createDeleteBlockHandler(bench), services),
    'reorder-blocks': httpFunction(reorderBlocks, createReorderBlocksHandler(bench), services),
  };
}
