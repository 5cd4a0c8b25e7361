import type { NetworkAnswer } from './answer.ts';

/** What each error of the callback means. */
const SENTENCES: Readonly<Record<string, string>> = {
  access_denied: 'The connection was not authorised on the social network.',
  authorization_failed:
    'The social network returned an error or an unusable response. If this happens again, check the settings of your app there.',
  state_invalid: 'No connection that was started here belongs to this page.',
  state_expired: 'The connection was not authorised within ten minutes.',
  redirect_not_allowed: 'The URL to return to is no longer allowed.',
};

/** The sentence about an error of the callback. */
export function answerSentence(error: string | null): string {
  return SENTENCES[error ?? ''] ?? 'The social network did not authorise the connection.';
}

/** The page of the tab that received the response of a network. */
export function Answered({ answer: { code, error } }: { readonly answer: NetworkAnswer }) {
  return (
    <main class="answered">
      <h1>{code === null ? 'Not connected' : 'Authorised'}</h1>
      <p>
        {code === null ? `${answerSentence(error)} Start the connection again. ` : ''}
        Return to the tab with the console. You can close this tab.
      </p>
    </main>
  );
}
