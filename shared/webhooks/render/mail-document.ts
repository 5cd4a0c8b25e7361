import { html, raw } from 'hono/html';
import { type Markup, textOf } from '#shared/platform/render/markup.ts';
import { SITE_NAME } from '#shared/platform/render/site-header.ts';
import { type Mode, tokenValue } from '#shared/platform/render/with-tokens.ts';
import type { MailDraft, MailLink, MailParagraph } from '#shared/webhooks/domain/mail-draft.ts';
import type { Mail } from '#shared/webhooks/ports/mail-sender.ts';

/** Mail programs have no custom properties, and many have no `light-dark()`. */
function colors(mode: Mode) {
  const value = (name: string) => tokenValue(`--${name}`, mode);
  return {
    ground: value('ground'),
    surface: value('surface'),
    line: value('line'),
    text: value('text'),
    soft: value('text-2'),
    faint: value('text-3'),
    ink: value('ink'),
    onInk: value('on-ink'),
  };
}

const LIGHT = colors('light');
const DARK = colors('dark');

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Rules for a dark system. Programs that do not know them show the light colours of the attributes. */
const DARK_STYLE = `@media (prefers-color-scheme:dark){body,.ground{background:${DARK.ground}!important}
.card{background:${DARK.surface}!important;border-color:${DARK.line}!important}.text{color:${DARK.text}!important}.soft{color:${DARK.soft}!important}
.faint{color:${DARK.faint}!important;border-color:${DARK.line}!important}.button{background:${DARK.ink}!important;color:${DARK.onInk}!important}}`;

/** The mail as plain text, and as HTML that says the same. It loads nothing and counts nothing. */
export async function mailDocument({
  to,
  subject,
  paragraphs,
  ending,
  unsubscribeUrl,
}: MailDraft): Promise<Mail> {
  const closing = [ending.text, asText(ending.link)].filter((line) => line !== null).join('\n');
  const document = await textOf(html`<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<meta name="supported-color-schemes" content="light dark" />
<title>${subject}</title>
<style>${raw(DARK_STYLE)}</style>
</head>
<body class="ground" style="margin:0;padding:0;background:${LIGHT.ground}">
<table class="ground" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${LIGHT.ground}"><tr><td align="center" style="padding:24px 12px">
<table class="card" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:520px;border:1px solid ${LIGHT.line};border-radius:12px;background:${LIGHT.surface}"><tr><td align="left" style="padding:28px 24px;${raw(FONT)};word-break:break-word">
<p class="faint" style="margin:0 0 20px;color:${LIGHT.faint};font-size:13px;line-height:20px;font-weight:600">${SITE_NAME}</p>
<h1 class="text" style="margin:0 0 16px;color:${LIGHT.text};font-size:20px;line-height:27px;font-weight:600">${subject}</h1>
${paragraphs.map(paragraphMarkup)}
<p class="faint" style="margin:24px 0 0;padding:16px 0 0;border-top:1px solid ${LIGHT.line};color:${LIGHT.faint};font-size:13px;line-height:20px">${ending.text}${ending.text !== null && html`<br />`}<a class="faint" href="${ending.link.url}" style="color:${LIGHT.faint}">${ending.link.button}</a></p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`);
  return {
    to,
    subject,
    text: `${[...paragraphs.map(asText), closing].join('\n\n')}\n`,
    html: document,
    unsubscribeUrl,
  };
}

function paragraphMarkup(paragraph: MailParagraph): Markup {
  if (typeof paragraph === 'string')
    return html`<p class="soft" style="margin:0 0 16px;color:${LIGHT.soft};font-size:15px;line-height:24px">${paragraph}</p>
`;
  const { url, button } = paragraph;
  return html`<p style="margin:0 0 16px"><a class="button" href="${url}" style="display:inline-block;padding:12px 18px;border-radius:6px;background:${LIGHT.ink};color:${LIGHT.onInk};font-size:15px;line-height:20px;font-weight:600;text-decoration:none">${button}</a></p>
`;
}

function asText(paragraph: MailParagraph | MailLink): string {
  return typeof paragraph === 'string' ? paragraph : `${paragraph.label}: ${paragraph.url}`;
}
