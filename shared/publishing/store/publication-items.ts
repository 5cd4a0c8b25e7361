import * as v from 'valibot';
import { instant, itemCodec, maybe } from '#shared/platform/store/item-schema.ts';
import type { Item } from '#shared/platform/store/table.ts';
import type { Publication } from '#shared/publishing/domain/post.ts';
import { publicationKey } from './keys.ts';

const publicationItem = itemCodec(
  v.object({
    postId: v.string(),
    workspaceId: v.string(),
    run: v.number(),
    accountId: v.number(),
    provider: v.string(),
    state: v.picklist(['pending', 'published', 'failed', 'skipped']),
    attempts: v.number(),
    uncounted: v.optional(v.number(), 0),
    lastAttemptAt: maybe(instant),
    nextAttemptAt: maybe(instant),
    unknownSince: maybe(instant),
    remote: v.array(v.object({ id: v.string(), url: maybe(v.string()) })),
    digests: v.optional(v.array(v.string()), []),
    keyRun: maybe(v.object({ number: v.number(), startedAt: instant })),
    error: maybe(v.object({ code: v.string(), detail: v.string() })),
    createdAt: instant,
    finishedAt: maybe(instant),
  }),
);

/** The item of a publication: the result of publishing a post to an account in a run. */
export function toPublicationItem(publication: Publication) {
  const { postId, run, accountId } = publication;
  return { ...publicationKey(postId, run, accountId), ...publicationItem.encode(publication) };
}

/** The publication of a stored item. @throws MalformedItemError */
export function fromPublicationItem(item: Item): Publication {
  const publication = publicationItem.decode(item);
  const { run, createdAt, keyRun } = publication;
  return { ...publication, keyRun: keyRun ?? { number: run, startedAt: createdAt } };
}
