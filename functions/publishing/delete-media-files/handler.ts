import type { Media } from '#shared/files/domain/media.ts';
import type { FileStore, MediaStore } from '#shared/files/ports/media-store.ts';
import { removeMediaBytes } from '#shared/files/use-cases/remove-media-bytes.ts';
import type { BackOff } from '#shared/platform/core/back-off.ts';
import { isConcurrentUpdate, retryOnConflict } from '#shared/platform/core/retry-on-conflict.ts';
import type { OperationHandler, OperationRequest } from '#shared/platform/http/operation.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { Log } from '#shared/platform/runtime/logger.ts';
import type { PostReader } from '#shared/publishing/ports/post-store.ts';
import { findMediaUses } from '#shared/publishing/use-cases/find-media-uses.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly media: Pick<MediaStore, 'find' | 'remove'>;
  readonly files: Pick<FileStore, 'remove'>;
  readonly posts: Pick<PostReader, 'list'>;
  readonly clock: Clock;
  readonly backOff: BackOff;
  readonly log: Log;
};

type Request = OperationRequest<typeof operation>;

/** Few, because a request deletes up to 100 files one after the other. */
const TRIES = 3;

type Outcome = 'deleted' | 'media_not_found' | 'media_in_use' | 'concurrent_update';

/**
 * Deletes files one after the other, because each deletion counts down the same quota. A file that cannot be deleted does not
 * affect the others.
 */
export function createHandler({
  media,
  files,
  posts,
  clock,
  backOff,
  log,
}: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle(request) {
      const { principal, body, requestId } = request;
      const { workspaceId } = principal;
      const refs = [...new Set(body.items)];
      const found = await Promise.all(
        refs.map(async (ref) => [ref, await media.find(workspaceId, ref)] as const),
      );
      // Two references can be the same file.
      const known = new Map(found.flatMap(([, file]) => (file ? [[file.id, file]] : [])));
      const { users, isComplete } =
        known.size === 0
          ? { users: new Map(), isComplete: true }
          : await findMediaUses(posts, workspaceId, new Set(known.keys()), clock);

      const outcomes = new Map<number, Outcome>();
      const removed: Media[] = [];
      for (const [id, file] of known) {
        const isFree = isComplete && !users.has(id);
        outcomes.set(id, isFree ? await remove(file, request, removed) : 'media_in_use');
      }
      // After all records, because the bytes are independent of each other.
      await Promise.all(removed.map((file) => removeMediaBytes(files, log, file, requestId)));
      return toResponse(
        found.map(([ref, file]) => [ref, (file && outcomes.get(file.id)) ?? 'media_not_found']),
      );
    },
  };

  async function remove(found: Media, { command }: Request, removed: Media[]): Promise<Outcome> {
    try {
      return await retryOnConflict(
        backOff,
        async (isRetry) => {
          const file = isRetry ? await media.find(found.workspaceId, found.uuid) : found;
          if (!file) return 'media_not_found';
          // Each file is a separate command, because a nonce identifies one transaction.
          await media.remove(file, await command(toResponse([[file.uuid, 'deleted']])));
          removed.push(file);
          return 'deleted';
        },
        { tries: TRIES },
      );
    } catch (error) {
      if (!isConcurrentUpdate(error)) throw error;
      return 'concurrent_update';
    }
  }
}

function toResponse(outcomes: readonly (readonly [ref: string, outcome: Outcome])[]) {
  const ids = outcomes.filter(([, outcome]) => outcome === 'deleted').map(([ref]) => ref);
  const skipped = outcomes.flatMap(([id, code]) => (code === 'deleted' ? [] : [{ id, code }]));
  return { status: 200, body: { deleted: ids.length > 0, ids, skipped } };
}
