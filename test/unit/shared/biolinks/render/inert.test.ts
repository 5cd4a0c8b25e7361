import { describe, expect, it } from 'vitest';
import { type BlockContent, SOCIAL_NETWORKS } from '#shared/biolinks/domain/block.ts';
import { passwordGate, sensitiveGate } from '#shared/biolinks/render/gate-documents.ts';
import { visiblePage } from '#shared/biolinks/render/page-document.ts';
import { aPage } from '#test/support/builders/biolinks/page-builders.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { type ElementView, parsePage } from '#test/support/fixtures/biolinks/parsed-page.ts';
import { aBlock } from '#test/support/fixtures/biolinks/visitor-fixture.ts';

/** Known attacks against pages. */
const HOSTILE = [
  '<script>alert(1)</script>',
  '"><script>alert(1)</script>',
  "'><img src=x onerror=alert(1)>",
  '"><svg/onload=alert(1)>',
  '</title><script>alert(1)</script>',
  '</style><script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '<!--<script>alert(1)</script>-->',
  '--><script>alert(1)</script>',
  '<![CDATA[<script>alert(1)</script>]]>',
  '" onmouseover="alert(1)" x="',
  "' onfocus='alert(1)' autofocus='",
  '` onclick=`alert(1)`',
  ' onclick=alert(1) ',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example/">',
  '<form action="https://evil.example"><input name=password>',
  '<link rel=stylesheet href=https://evil.example/x.css>',
  '<math><mtext></table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;script&#62;alert(1)',
  '{{constructor.constructor("alert(1)")()}}',
  '${alert(1)}',
  '\u2028alert(1)\u2029',
  '\u202Egnp.exe',
  '\u0000<script>alert(1)</script>',
  '\ud800<script>',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'vbscript:msgbox(1)',
  'https://example.com/"><script>alert(1)</script>',
  "https://example.com/' onclick='alert(1)",
  'https://example.com/?a=</script><script>alert(1)</script>',
  'https://youtu.be/"onload=alert(1)',
  'red;background:url(https://evil.example/)',
  '#fff}</style><script>alert(1)</script>',
] as const;

/** Attributes that the page itself uses; no text may add another. */
const KNOWN = new Set(
  (
    'alt action allow as autofocus checked tabindex aria-describedby aria-hidden aria-invalid aria-label aria-labelledby autocomplete charset class content ' +
    'crossorigin d data-1p-ignore data-bwignore data-form-type data-id data-lpignore decoding dir for height hidden href id lang loading maxlength media method name property ' +
    'referrerpolicy rel required role sandbox src title type value viewbox viewBox width async'
  ).split(' '),
);
const KNOWN_ELEMENTS = new Set(
  (
    'html head meta title link style script body main header div h1 h2 p span bdi nav ul li a svg path img hr details summary ' +
    'iframe footer form input label button section'
  ).split(' '),
);

function faultsOf({ name, attributes }: ElementView): string[] {
  const faults = Object.keys(attributes).filter((attribute) => !KNOWN.has(attribute));
  if (!KNOWN_ELEMENTS.has(name)) faults.push(name);
  for (const attribute of ['href', 'src', 'action']) {
    const value = attributes[attribute];
    if (value === undefined || value.startsWith('/')) continue;
    const scheme = URL.parse(value)?.protocol ?? value;
    const isIcon = name === 'link' && value.startsWith('data:image/svg+xml,');
    if (!['https:', 'http:', 'mailto:', 'tel:'].includes(scheme) && value !== 'about:blank' && !isIcon)
      faults.push(`${name} ${attribute}=${value}`);
    if (['iframe', 'script', 'form'].includes(name) && value.includes('evil')) faults.push(value);
  }
  if (name === 'script' && attributes['type'] !== 'application/ld+json') faults.push('a script');
  return faults;
}

function everywhere(text: string): { page: ReturnType<typeof aPage>; contents: BlockContent[] } {
  const page = aPage({
    status: 'active',
    slug: 'ada',
    title: text,
    handle: text,
    tagline: text,
    theme: text,
    verified: true,
    avatarColor: text,
    appearance: { fontOverride: text, accent: text },
    settings: {
      seo: { title: text, description: text, image: text, noindex: false },
      sensitive: false,
      utm: { source: text, medium: text, campaign: text },
      pixels: [],
    },
  });
  const url = text;
  const contents: BlockContent[] = [
    { type: 'link', title: text, url, icon: null },
    { type: 'link', title: text, url: `https://example.com/${text}`, icon: 'x' },
    { type: 'header', title: text },
    { type: 'text', text },
    { type: 'image', mediaUrl: url, alt: text, url },
    {
      type: 'image',
      mediaUrl: `https://example.com/${text}`,
      alt: text,
      url: `https://example.com/?${text}`,
    },
    { type: 'social', items: SOCIAL_NETWORKS.map((network) => ({ network, url })) },
    { type: 'email', title: text, email: text },
    { type: 'phone', title: text, phone: text },
    { type: 'video', url },
    { type: 'video', url: `https://www.youtube.com/watch?v=${text}` },
    { type: 'signup', title: text, button: text, consent: text, asksName: true, thanks: text },
  ];
  return { page, contents };
}

const ORIGIN = 'https://pages.example.com';

describe('hostile text', () => {
  it.each(HOSTILE)('is inert in every field and address: %j', async (text) => {
    const { page, contents } = everywhere(text);
    const pixel = {
      id: 'p',
      workspaceId: 'w',
      provider: 'meta',
      tagId: text,
      name: text,
      createdAt: NOW,
    } as const;
    const blocks = contents.map((content) => aBlock(page.id, content));
    const form = { page, blocks, pixels: [], consent: 'granted', origin: ORIGIN, now: NOW } as const;
    const block = blocks.at(-1)?.id ?? '';
    const sent = { name: text, email: text, agreed: true };
    const problems = { form: text, name: text, email: text, consent: text };
    for (const signup of [
      { kind: 'again', block, sent, problems } as const,
      { kind: 'done', block } as const,
    ])
      expect(parsePage((await visiblePage({ ...form, signup })).html).elements.flatMap(faultsOf)).toEqual([]);
    const { html, headers } = await visiblePage({
      page,
      blocks,
      pixels: [pixel],
      consent: 'granted',
      origin: ORIGIN,
      now: NOW,
    });
    const parsed = parsePage(html);

    // A control character may only be replaced.
    expect(parsed.errors.filter((code) => !/null|control|surrogate|noncharacter/u.test(code))).toEqual([]);
    expect(parsed.elements.flatMap(faultsOf)).toEqual([]);
    expect(parsed.all('style')).toHaveLength(1);
    expect(parsed.all('style')[0]?.text).not.toMatch(/evil|alert/u);
    expect(Object.values(headers).join()).not.toMatch(/evil|alert|[\r\n]/u);
    const [data] = parsed.all('script');
    expect(JSON.parse(data?.text ?? '').mainEntity.name).toBe(text);
    expect(parsed.all('h1')[0]?.text.replaceAll('\ufffd', '')).toBe(text.replaceAll(/[\0\ufffd]/gu, ''));
  });

  it.each(HOSTILE)('is inert at the gates: %j', async (text) => {
    const { page } = everywhere(text);
    const gated = { page, origin: ORIGIN };
    for (const { html } of [await passwordGate(gated, text), await sensitiveGate(gated)]) {
      expect(parsePage(html).elements.flatMap(faultsOf)).toEqual([]);
    }
  });
});
