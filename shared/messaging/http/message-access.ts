import * as eventsErrors from '#shared/events/errors.ts';
import { keyWith } from '#shared/platform/http/key-with.ts';
import type { PathParameter } from '#shared/platform/http/operation.ts';

export const MESSAGES_PATH = '/api/v1/salesbot/messages';

/** Sending messages, and what engines do: claiming messages, reporting about them, and recording messages of contacts. */
export const MESSAGES_SEND = keyWith('salesbot:messages:send');

/** The variable of the path. */
export const MESSAGE_PARAMS = {
  message: { form: 'uuid', notFound: eventsErrors.message_not_found } as const satisfies PathParameter,
};

/** Settings of all operations of engines on one message. */
export const ON_MESSAGE = {
  product: 'salesbot',
  access: MESSAGES_SEND,
  params: MESSAGE_PARAMS,
  // Reports of several processes of an engine arrive at the same time.
  retries: 8,
} as const;
