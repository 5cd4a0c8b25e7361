import * as v from 'valibot';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { described } from '#shared/platform/http/described.ts';

/** How posts are deleted: for good unless the trash is asked for, and from this platform alone, never from the networks. */
export const discardFields = {
  trash: v.optional(described(v.boolean(), 'True moves to the trash; otherwise it is gone for good'), false),
  delete_mode: v.optional(
    described(
      v.picklist(['app_only'], 'invalid_format: Only "app_only" is offered.'),
      'Deleted here alone: what is out on the networks stays there',
    ),
    'app_only',
  ),
};

/** What is answered to it: exactly one is true if anything was deleted. */
export const discardedFields = {
  deleted: described(v.boolean(), 'Whether something is gone for good'),
  to_trash: described(v.boolean(), 'Whether something was moved to the trash'),
};

/** The body of deleting a post (decisions 5.1). */
export const discardBody = jsonObject(discardFields);
