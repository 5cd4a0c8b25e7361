import * as eventsErrors from '#shared/events/errors.ts';
import { keyWith } from '#shared/platform/http/key-with.ts';
import type { PathParameter } from '#shared/platform/http/operation.ts';

export const CONVERSATIONS_PATH = '/api/v1/salesbot/conversations';

/** Reading conversations and messages. */
export const CONVERSATIONS_READ = keyWith('salesbot:conversations:read');

/** Creating, assigning, closing and reopening conversations. */
export const CONVERSATIONS_WRITE = keyWith('salesbot:conversations:write');

/** The variable of the path. */
export const CONVERSATION_PARAMS = {
  conversation: {
    form: 'uuid',
    notFound: eventsErrors.conversation_not_found,
  } as const satisfies PathParameter,
};

/** Settings of all operations that change one conversation; `If-Match` is optional (docs/specification.md#if-match). */
export const ON_CONVERSATION = {
  product: 'salesbot',
  access: CONVERSATIONS_WRITE,
  params: CONVERSATION_PARAMS,
  precondition: 'optional',
  revisioned: true,
  revisionVisibleWith: 'salesbot:conversations:read',
  // Every message changes its conversation. A client that sends no `If-Match` then needs no 409.
  retries: 8,
} as const;
