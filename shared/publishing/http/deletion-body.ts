import * as v from 'valibot';
import { issue } from '#shared/platform/core/issue.ts';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { uuid } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import type { DeletionOptions } from '#shared/publishing/domain/deletion/post-deletion.ts';
import { DELETE_MODES } from '#shared/publishing/domain/deletion/post-removal.ts';

const MODES = issue('invalid_format', 'Use "app_only", "app_and_social" or "social_only".');

/** The modes of deletion, in a body or a query. */
export const deleteMode = withDescription(
  v.picklist(DELETE_MODES, MODES),
  '`app_only`, the default, deletes posts only here: published posts stay on the social networks. `app_and_social` also ' +
    'removes them from the social networks. `social_only` only removes them from the social networks: the posts stay here ' +
    'unchanged, and `trash` has no effect',
);

/** How posts are deleted: permanently by default, or to the trash. */
export const deletionFields = {
  trash: v.optional(
    withDescription(v.boolean(), '`true` moves posts to the trash; otherwise they are permanently deleted'),
    false,
  ),
  delete_mode: v.optional(deleteMode, 'app_only'),
};

/** Fields of the response. If anything was deleted, exactly one of the flags is true. */
export const deletedFields = {
  deleted: withDescription(v.boolean(), 'Whether at least one post was permanently deleted'),
  to_trash: withDescription(v.boolean(), 'Whether at least one post was moved to the trash'),
  removals: v.optional(
    withDescription(
      v.array(uuid),
      'IDs of the posts that are being removed from social networks: `getPostRemoval` returns the outcome for each account. ' +
        'Absent if there are none',
    ),
  ),
};

/** The body of `deletePost`. */
export const deletionBody = jsonObject(deletionFields);

/** The fields of the response. */
export function deletedView(
  deletedSome: boolean,
  { mode, toTrash }: DeletionOptions,
  removals: readonly string[],
) {
  const isDeleting = deletedSome && mode !== 'social_only';
  return {
    deleted: isDeleting && !toTrash,
    to_trash: isDeleting && toTrash,
    ...(removals.length > 0 ? { removals: [...removals] } : {}),
  };
}
