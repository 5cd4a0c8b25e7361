import { ApiProblemError } from '#console/session/problem.ts';

/** A link to the open conversation of the contact, if that is the error. */
export function OpenConversation({ error }: { readonly error: Error | null }) {
  if (!(error instanceof ApiProblemError) || error.extensions.conversation === undefined) return null;
  return <a href={`/console/conversations/${error.extensions.conversation}`}>See the open conversation</a>;
}
