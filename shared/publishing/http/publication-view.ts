import * as v from 'valibot';
import type { Publication } from '#shared/publishing/domain/post.ts';
import { described } from '#shared/platform/http/described.ts';
import { named } from '#shared/platform/http/named-schema.ts';
import { count, created, timestamp } from '#shared/platform/http/view-field.ts';

/** A publication as shown (G27). */
export const publicationSchema = described(
  named(
    'Publication',
    v.object({
      run: described(
        count,
        'The time that the post went out: 1 for the first; a retry of what failed has the next number',
      ),
      account_id: described(count, 'The account it went to; it may be gone since'),
      provider: described(v.string(), 'The network of the account'),
      state: described(
        v.picklist(['pending', 'published', 'failed']),
        '`pending` until it is known how it ended',
      ),
      attempts: described(count, 'Attempts begun so far'),
      remote: described(
        v.array(
          v.object({
            id: described(v.string(), 'What the network calls it'),
            url: described(v.nullable(v.string()), 'Where people see it; null if the network did not say'),
          }),
        ),
        'What the network has of it, an entry for each post of the thread, in order',
      ),
      error: described(
        v.nullable(
          v.object({
            code: described(
              v.string(),
              'For programs; `outcome_unknown` may have gone out after all and is not tried again',
            ),
            detail: described(v.string(), 'The same in words'),
          }),
        ),
        'Why the last attempt failed; null if none did',
      ),
      created_at: created,
      last_attempt_at: described(
        v.nullable(timestamp),
        'When the last attempt was begun; null before the first',
      ),
      next_attempt_at: described(
        v.nullable(timestamp),
        'When it is tried again; null unless it waits for that',
      ),
      finished_at: described(v.nullable(timestamp), 'When it was published or had failed; null before that'),
    }),
  ),
  'The sending of a post to one account; it stays when the post is edited afterwards',
);

/** The representation of a publication. */
export function publicationView(publication: Publication): v.InferInput<typeof publicationSchema> {
  return {
    run: publication.run,
    account_id: publication.accountId,
    provider: publication.provider,
    state: publication.state,
    attempts: publication.attempts,
    remote: publication.remote.map(({ id, url }) => ({ id, url })),
    error: publication.error && { ...publication.error },
    created_at: publication.createdAt.toISOString(),
    last_attempt_at: publication.lastAttemptAt?.toISOString() ?? null,
    next_attempt_at: publication.nextAttemptAt?.toISOString() ?? null,
    finished_at: publication.finishedAt?.toISOString() ?? null,
  };
}
