import type { PartResponse } from '#local/http-part.ts';
import type { AcceptedMessage } from './accepted-message.ts';
import type { OwnNumber } from './own-numbers.ts';

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; form-action 'self'",
};

/** The newest messages by phone, and a form under each phone to reply. */
export function phonesPage(
  messages: readonly AcceptedMessage[],
  numbers: readonly OwnNumber[],
): PartResponse {
  const phones = Map.groupBy(messages, ({ platform, to }) => `${platform} ${to}`);
  const shown = [...phones.values()].map(phoneOf).join('');
  const own = numbers.map(({ platform, phone }) => `<li>${platform} ${escape(phone)}</li>`).join('');
  const body = `<!doctype html><html lang="en"><title>Phones</title><h1>Phones</h1>
${shown || '<p>No message was sent yet.</p>'}
<h2>Numbers of the workspaces</h2><ul>${own}</ul>
<p>The last two digits of a phone choose its behaviour: <a href="/guide">guide</a>.</p></html>`;
  return { status: 200, headers: HEADERS, body };
}

function phoneOf(messages: readonly AcceptedMessage[]): string {
  const [newest] = messages;
  if (newest === undefined) return '';
  const { platform, from, to } = newest;
  const lines = messages.map(
    ({ acceptedAt, text, from: sender }) =>
      `<li>${new Date(acceptedAt).toISOString()} from ${escape(sender)}: ${escape(text)}</li>`,
  );
  return `<h2>${escape(to)} (${platform})</h2><ul>${lines.join('')}</ul>
<form method="post" action="/replies"><input type="hidden" name="platform" value="${platform}">
<input type="hidden" name="from" value="${escape(to)}"><input type="hidden" name="to" value="${escape(from)}">
<label>Reply <input name="text" required></label> <button>Send</button></form>`;
}

function escape(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
