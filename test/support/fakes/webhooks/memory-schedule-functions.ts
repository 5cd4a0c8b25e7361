import { createHandler as createDeletePostHandler } from '#functions/publishing/delete-post/handler.ts';
import { operation as deletePost } from '#functions/publishing/delete-post/operation.ts';
import { createHandler as createDeletePostsHandler } from '#functions/publishing/delete-posts/handler.ts';
import { operation as deletePosts } from '#functions/publishing/delete-posts/operation.ts';
import { createHandler as createDuplicatePostHandler } from '#functions/publishing/duplicate-post/handler.ts';
import { operation as duplicatePost } from '#functions/publishing/duplicate-post/operation.ts';
import { createHandler as createRestorePostHandler } from '#functions/publishing/restore-post/handler.ts';
import { operation as restorePost } from '#functions/publishing/restore-post/operation.ts';
import { createHandler as createSchedulePostHandler } from '#functions/publishing/schedule-post/handler.ts';
import { operation as schedulePost } from '#functions/publishing/schedule-post/operation.ts';
import { createHandler as createUnschedulePostHandler } from '#functions/publishing/unschedule-post/handler.ts';
import { operation as unschedulePost } from '#functions/publishing/unschedule-post/operation.ts';
import { httpFunction, type HttpServices } from '#shared/platform/http/http-function.ts';
import type { MemoryBench } from '#test/support/fixtures/platform/platform-fixture.ts';

/** Scheduling and the trash, over memory fakes. */
export function scheduleFunctions({
  bench,
  services,
}: {
  readonly bench: MemoryBench;
  readonly services: HttpServices;
}) {
  const { responses } = bench;
  const remembering = { ...services, idempotency: { store: responses } };
  return {
    'schedule-post': httpFunction(schedulePost, createSchedulePostHandler(bench), remembering),
    'unschedule-post': httpFunction(unschedulePost, createUnschedulePostHandler(bench), remembering),
    'restore-post': httpFunction(restorePost, createRestorePostHandler(bench), remembering),
    'duplicate-post': httpFunction(duplicatePost, createDuplicatePostHandler(bench), remembering),
    'delete-post': httpFunction(deletePost, createDeletePostHandler(bench), services),
    'delete-posts': httpFunction(deletePosts, createDeletePostsHandler(bench), services),
  };
}
