import { ApiProblemError } from '#console/session/problem.ts';

/** A link to the contact that has the address already, if that is the error. */
export function OtherContact({ error }: { readonly error: Error | null }) {
  if (!(error instanceof ApiProblemError) || error.extensions.contact === undefined) return null;
  return (
    <p>
      <a href={`/console/contacts/${error.extensions.contact}`}>See the other contact</a>
    </p>
  );
}
