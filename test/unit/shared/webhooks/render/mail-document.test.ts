import { parse } from 'parse5';
import { describe, expect, it } from 'vitest';
import { contrast } from '#shared/biolinks/themes/contrast.ts';
import { tokenValue } from '#shared/platform/render/with-tokens.ts';
import type { MailDraft } from '#shared/webhooks/domain/mail-draft.ts';
import { mailDocument } from '#shared/webhooks/render/mail-document.ts';

const unsubscribeUrl = 'https://api.example.com/notification-mail/unsubscribe.1';

function draft(changes: Partial<MailDraft> = {}): MailDraft {
  return {
    to: 'ada@example.com',
    subject: 'A webhook endpoint does not respond',
    paragraphs: [
      'The webhook endpoint “Café” does not respond.',
      {
        label: 'The endpoint in the console',
        button: 'Open it',
        url: 'https://api.example.com/console/endpoints/1',
      },
    ],
    ending: {
      text: 'You receive this mail because you confirmed this address.',
      link: { label: 'Unsubscribe', button: 'Unsubscribe', url: unsubscribeUrl },
    },
    unsubscribeUrl,
    ...changes,
  };
}

describe('mailDocument', () => {
  it('writes plain text, with each address in full', async () => {
    expect((await mailDocument(draft())).text).toBe(
      `The webhook endpoint “Café” does not respond.

The endpoint in the console: https://api.example.com/console/endpoints/1

You receive this mail because you confirmed this address.
Unsubscribe: ${unsubscribeUrl}
`,
    );
  });

  it('writes HTML that says the same, and ends without a reason if there is none', async () => {
    const link = { label: 'Reject', button: 'Reject', url: unsubscribeUrl };
    const { html, text } = await mailDocument(draft({ ending: { text: null, link } }));
    const links = [...html.matchAll(/href="([^"]+)"/gu)].map(([, url]) => url);

    expect(text).toMatch(/\n\nReject: \S+\n$/u);
    expect(html).toContain('The webhook endpoint “Café” does not respond.');
    expect(links).toEqual(['https://api.example.com/console/endpoints/1', unsubscribeUrl]);
  });

  it('is well-formed, loads nothing and runs nothing', async () => {
    const { html } = await mailDocument(draft());
    const errors: string[] = [];
    parse(html, { onParseError: ({ code }) => void errors.push(code) });

    expect(errors).toEqual([]);
    expect(html).not.toMatch(/<script|<img|<link|<iframe|<form|url\(|src=|@import| on\w+=/iu);
  });

  it.each([
    '<img src=x onerror=alert(1)>',
    '</style><script>x</script>',
    '"><a href="https://evil.example">',
    '{{x}}&amp;<b>',
  ])('shows %s as text, wherever it is', async (hostile) => {
    const { html } = await mailDocument(
      draft({
        subject: hostile,
        paragraphs: [hostile, { label: hostile, button: hostile, url: 'https://api.example.com/' }],
        ending: { text: hostile, link: { label: hostile, button: hostile, url: unsubscribeUrl } },
      }),
    );
    const plain = (await mailDocument(draft({ subject: 'x', paragraphs: ['x'] }))).html;
    const tags = new Set([...plain.matchAll(/<\/?[a-z0-9]+/giu)].map(([tag]) => tag));

    expect(html).not.toContain(hostile);
    expect(
      [...html.matchAll(/<\/?[a-z0-9]+/giu)].map(([tag]) => tag).filter((tag) => !tags.has(tag)),
    ).toEqual([]);
    expect(html).not.toMatch(/href="https:\/\/evil/u);
  });

  it.each(['light', 'dark'] as const)('has readable texts in %s', (mode) => {
    const on = (text: string, ground: string) => contrast(tokenValue(text, mode), tokenValue(ground, mode));

    for (const text of ['--text', '--text-2', '--text-3'])
      expect(on(text, '--surface')).toBeGreaterThanOrEqual(4.5);
    expect(on('--on-ink', '--ink')).toBeGreaterThanOrEqual(4.5);
  });
});
