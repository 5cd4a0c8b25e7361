import { createHandler as createCreatePostHandler } from '#functions/publishing/create-post/handler.ts';
import { operation as createPost } from '#functions/publishing/create-post/operation.ts';
import { createHandler as createGetPostHandler } from '#functions/publishing/get-post/handler.ts';
import { operation as getPost } from '#functions/publishing/get-post/operation.ts';
import { createHandler as createListPostsHandler } from '#functions/publishing/list-posts/handler.ts';
import { operation as listPosts } from '#functions/publishing/list-posts/operation.ts';
import { createHandler as createUpdatePostHandler } from '#functions/publishing/update-post/handler.ts';
import { operation as updatePost } from '#functions/publishing/update-post/operation.ts';
import { httpFunction, type HttpServices } from '#shared/platform/http/http-function.ts';
import type { PlatformFixture } from '#test/support/fixtures/platform/platform-fixture.ts';

type Parts = {
  readonly bench: Pick<PlatformFixture, 'posts' | 'accounts' | 'tags' | 'media' | 'workspaces' | 'responses'>;
  readonly services: HttpServices;
};

/** Writing and reading posts over the stores of a bench. */
export function postFunctions({ bench, services }: Parts) {
  const answering = { ...services, idempotency: { store: bench.responses } };
  return {
    'create-post': httpFunction(createPost, createCreatePostHandler(bench), answering),
    'list-posts': httpFunction(listPosts, createListPostsHandler(bench), services),
    'get-post': httpFunction(getPost, createGetPostHandler(bench), services),
    'update-post': httpFunction(updatePost, createUpdatePostHandler(bench), services),
  };
}
