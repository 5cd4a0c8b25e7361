import { describe, expect, it } from 'vitest';
import { pngOf } from '#test/support/fixtures/files/picture-files.ts';
import { WORDPRESS } from '#test/support/fixtures/publishing/real-servers/real-networks.ts';
import type { WordPressWorld } from '#test/support/fixtures/publishing/wordpress-world.ts';

type Question = {
  readonly method?: string;
  readonly password?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
};

/** What a client gets that is not the adapter. */
async function ask(world: WordPressWorld, path: string, question: Question = {}) {
  const { method = 'GET', password = world.applicationPassword, headers = {}, body } = question;
  const isJson = typeof body === 'string';
  const response = await fetch(`${world.siteUrl}/wp-json/wp/v2${path}`, {
    method,
    headers: {
      authorization: `Basic ${Buffer.from(`${world.username}:${password}`).toString('base64')}`,
      ...(isJson ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  const json: Record<string, unknown> = JSON.parse(await response.text());
  return { status: response.status, json };
}

/** The status and the code of an error. */
async function outcome(world: WordPressWorld, path: string, question?: Question) {
  const { status, json } = await ask(world, path, question);
  return [status, json['code'] ?? null];
}

const post = (input: object): Question => ({ method: 'POST', body: JSON.stringify(input) });
const wrong = { password: 'abcd abcd abcd abcd abcd abcd' };
const png = (disposition: string | undefined, body?: Uint8Array<ArrayBuffer>): Question => ({
  method: 'POST',
  headers: {
    'content-type': 'image/png',
    ...(disposition === undefined ? {} : { 'content-disposition': disposition }),
  },
  ...(body === undefined ? {} : { body }),
});
const NAMED = 'attachment; filename="lamp.png"';

describe.each(WORDPRESS)('answers of %s', (_, open) => {
  it('takes a request with a wrong password for that of a visitor', async () => {
    await using world = await open();

    const drafts = '/posts?slug=a&status=any&context=edit';
    expect(await outcome(world, '/users/me?context=edit', wrong)).toEqual([401, 'rest_not_logged_in']);
    expect(await ask(world, drafts, wrong)).toMatchObject({
      status: 400,
      json: {
        code: 'rest_invalid_param',
        data: { details: { status: { code: 'rest_forbidden_status', data: { status: 401 } } } },
      },
    });
    expect(await outcome(world, '/posts', { ...post({ status: 'draft', title: 'A' }), ...wrong })).toEqual([
      401,
      'rest_cannot_create',
    ]);
    expect(await outcome(world, '/media?slug=a&context=edit', wrong)).toEqual([
      401,
      'rest_forbidden_context',
    ]);
    expect(await ask(world, '/categories?include=1&_fields=id', wrong)).toEqual({
      status: 200,
      json: [{ id: 1 }],
    });
  });

  it('answers requests about posts', async () => {
    await using world = await open();
    const slug = `lamps-${world.username}`;

    expect(await outcome(world, '/nothing')).toEqual([404, 'rest_no_route']);
    expect(await outcome(world, '/posts/99999999', post({ status: 'publish' }))).toEqual([
      404,
      'rest_post_invalid_id',
    ]);
    const empty = { status: 'draft', slug, title: '', content: '', excerpt: '' };
    expect(await outcome(world, '/posts', post(empty))).toEqual([400, 'empty_content']);
    // An unknown featured image is ignored.
    const draft = { status: 'draft', slug, title: 'Lamps', content: 'Ten', featured_media: 99_999_999 };
    const created = await ask(world, '/posts', post(draft));
    expect(created).toMatchObject({ status: 201, json: { slug, status: 'draft' } });

    const place = `/posts/${Number(created.json['id'])}`;
    const trash = { method: 'DELETE' };
    expect(await ask(world, place, trash)).toMatchObject({
      status: 200,
      json: { status: 'trash', slug: `${slug}__trashed` },
    });
    expect(await outcome(world, place, trash)).toEqual([410, 'rest_already_trashed']);
    expect(await ask(world, place, post({ status: 'publish' }))).toMatchObject({
      status: 200,
      json: { status: 'publish', slug },
    });
    await world.demote();
    expect(await outcome(world, place, trash)).toEqual([403, 'rest_cannot_delete']);
  });

  it('answers uploads, and changes alternative texts', async () => {
    await using world = await open();

    expect(await outcome(world, '/media', png(NAMED))).toEqual([400, 'rest_upload_no_data']);
    expect(await outcome(world, '/media', png(undefined, pngOf()))).toEqual([
      400,
      'rest_upload_no_content_disposition',
    ]);
    const text = new Uint8Array(Buffer.from('no picture'));
    expect(await outcome(world, '/media', png(NAMED, text))).toEqual([500, 'rest_upload_sideload_error']);

    const slug = `file-${world.username}`;
    const uploaded = await ask(world, `/media?slug=${slug}&title=A+%22lamp%22`, png(NAMED, pngOf()));
    expect(uploaded).toMatchObject({ status: 201, json: { slug, alt_text: '' } });
    expect(uploaded.json['source_url']).toMatch(/\/lamp(?:-\d+)?\.png$/u);
    const place = `/media/${Number(uploaded.json['id'])}`;
    const kept: unknown[] = [];
    for (const [sent] of ALT_TEXTS) {
      const { json } = await ask(world, place, post({ alt_text: sent }));
      kept.push([sent, json['alt_text']]);
    }
    expect(kept).toEqual(ALT_TEXTS);
  });
});

/** Texts, and what WordPress keeps of them. */
const ALT_TEXTS = [
  ['A red lamp', 'A red lamp'],
  ['A <b>brass</b> lamp', 'A brass lamp'],
  ['Warm & cosy', 'Warm & cosy'],
  ['I <3 lamps', 'I &lt;3 lamps'],
  [String.raw`\o/ C:\new`, 'o/ C:new'],
  ['20%20 more', '20 more'],
  ['Two\r\nlines\tand  spaces ', 'Two lines and spaces'],
  ['"Quoted" ‘text’ 👩‍🚀 ランプ', '"Quoted" ‘text’ 👩‍🚀 ランプ'],
] as const;
