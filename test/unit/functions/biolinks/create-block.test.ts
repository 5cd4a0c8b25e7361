import { describe, expect, it } from 'vitest';
import { newId } from '#shared/platform/runtime/ids.ts';
import phones from '#test/corpus/phone-blocks.json' with { type: 'json' };
import { EVERY_BODY } from '#test/support/builders/biolinks/block-builders.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { LINK, startBlockApi } from '#test/support/fixtures/biolinks/block-api.ts';
import { forEachTest } from '#test/support/fixtures/platform/for-tests.ts';

const blocks = forEachTest(startBlockApi);
const AT = secondsAfterNow(60, NOW).toISOString();
const FRAME = { visible: true, starts_at: null, ends_at: null, created_at: AT, updated_at: AT };

function issue(code: string, pointer: string) {
  return expect.objectContaining({ code, pointer });
}

describe('create-block', () => {
  it.each(EVERY_BODY)('creates a block of type $type with all of its fields', async (json) => {
    const { status, headers, body } = await blocks.create(json);

    expect(status).toBe(201);
    expect(body).toEqual({ data: { id: expect.any(String), ...json, ...FRAME } });
    expect(headers).toMatchObject({
      Location: `https://api.example.com/api/v1/biolinks/pages/${blocks.page}/blocks/${body.data.id}`,
      ETag: '"1"',
    });
    expect((await blocks.list()).body.data).toEqual([body.data]);
  });

  it.each(['+49 30 1234567', '(0)30 1234567', '+39 (06) 1234567', '+1 (555) 010-0199'])(
    'accepts the phone number %s',
    async (phone) => {
      expect((await blocks.create({ type: 'phone', title: 'Call', phone })).body.data.phone).toBe(phone);
    },
  );

  it.each(phones)('of the phone number $input: $right ($report)', async ({ input, right }) => {
    const { status, body } = await blocks.create({ type: 'phone', title: 'Call', phone: input });

    if (right.startsWith('tel:')) expect([status, body.data.phone]).toEqual([201, input]);
    else expect([status, body.errors]).toMatchObject([422, [{ code: right, pointer: '#/phone' }]]);
  });

  it('explains how to write a phone number with a zero in brackets', async () => {
    const { body } = await blocks.create({ type: 'phone', title: 'Call', phone: '+49 (0) 30 1234567' });

    expect(body.detail).toBe('Remove the "(0)" after the country code: +49 30 1234567.');
  });

  it('fills in the defaults of omitted fields', async () => {
    const link = await blocks.create(LINK);
    const image = await blocks.create({
      type: 'image',
      media_url: 'https://a.example/i.png',
      alt: 'An engine',
    });

    expect(link.body.data).toMatchObject({ icon: null, ...FRAME });
    expect(image.body.data).toMatchObject({ url: null });
    const signup = await blocks.create({ type: 'signup', title: 'News', consent: 'I agree.\nAlways.' });
    expect(signup.body.data).toMatchObject({
      button: 'Sign up',
      consent: 'I agree.\nAlways.',
      ask_name: true,
      thanks: 'Thank you. You are signed up.',
    });
  });

  it('accepts visibility and a time window', async () => {
    const frame = {
      visible: false,
      starts_at: '2026-06-01T14:00:00+02:00',
      ends_at: '2026-06-01T12:00:00.001Z',
    };
    const { body } = await blocks.create({ ...LINK, ...frame });

    expect(body.data).toMatchObject({
      visible: false,
      starts_at: '2026-06-01T12:00:00.000Z',
      ends_at: '2026-06-01T12:00:00.001Z',
    });
  });

  it('adds the block at the end, or at the position that is sent', async () => {
    const first = await blocks.add();
    const last = await blocks.add();
    const top = await blocks.add({ position: 0 });
    const third = await blocks.add({ position: 2 });
    const end = await blocks.add({ position: 4 });

    expect(await blocks.ids()).toEqual([top, first, third, last, end]);
  });

  it('rejects a position after the end, and returns the last valid position', async () => {
    await blocks.add();
    const { status, body } = await blocks.create({ ...LINK, position: 2 });

    expect(status).toBe(422);
    expect(body).toMatchObject({
      code: 'out_of_range',
      detail: 'Use a position from 0 to 1; the last one adds the block at the end.',
    });
    expect((await blocks.create({ ...LINK, position: 0.5 })).status).toBe(422);
    expect(await blocks.ids()).toHaveLength(1);
  });

  describe('on a page whose blocks have almost 256 KiB together', () => {
    const long = `https://notes.example.com/${'x'.repeat(2000)}`;
    const PICTURE = { type: 'image', media_url: long, alt: 'A picture', url: long };

    it('rejects a block, or an edit, that would exceed them, and accepts a smaller one', async () => {
      const link = await blocks.add();
      let last = await blocks.create(PICTURE);
      while (last.status === 201) last = await blocks.create(PICTURE);
      const ids = await blocks.ids();
      expect(last).toMatchObject({ status: 409, body: { code: 'page_too_large', limit: 262_144 } });
      expect(ids.length).toBeGreaterThan(50);

      while ((await blocks.create({ type: 'text', text: 'x'.repeat(1000) })).status === 201);
      const grown = await blocks.edit(link, { url: long });
      expect(grown).toMatchObject({ status: 409, body: { code: 'page_too_large' } });
      expect((await blocks.edit(ids[1] ?? '', { url: null })).status).toBe(200);
      expect((await blocks.edit(link, { url: long })).status).toBe(200);
    });

    it('lets only one of two concurrent requests use the rest', async () => {
      while ((await blocks.create(PICTURE)).status === 201);
      while ((await blocks.create({ type: 'text', text: 'x'.repeat(1800) })).status === 201);
      const [first = ''] = await blocks.ids();
      await blocks.edit(first, { url: null });
      const sent = { type: 'text', text: 'x'.repeat(1950) };
      const both = await Promise.all([blocks.create(sent), blocks.create(sent)]);

      expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([201, 409]));
    });
  });

  it('accepts links of at most 512 characters in a social block', async () => {
    const social = (length: number) => {
      const url = 'https://example.com/';
      return { type: 'social', items: [{ network: 'website', url: url + 'x'.repeat(length - url.length) }] };
    };

    expect((await blocks.create(social(512))).status).toBe(201);
    const { body } = await blocks.create(social(513));
    expect(body.errors).toMatchObject([{ code: 'too_long', pointer: '#/items/0/url' }]);
  });

  it('rejects the 101st block', async () => {
    for (let made = 0; made < 100; made += 1) await blocks.add();
    const { status, body } = await blocks.create({ ...LINK, position: 0 });

    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'block_limit_reached', limit: 100 });
    expect(await blocks.ids()).toHaveLength(100);
  });

  it('leaves the page unchanged', async () => {
    const before = blocks.stored();
    await blocks.add();

    expect(blocks.stored()).toEqual(before);
  });

  it('returns the same response to the same Idempotency-Key, and adds one block', async () => {
    const headers = { 'idempotency-key': 'once' };
    const first = await blocks.create(LINK, { headers });
    const again = await blocks.create(LINK, { headers });

    expect(again.body).toEqual(first.body);
    expect(again.headers).toMatchObject({ ETag: '"1"' });
    expect(await blocks.ids()).toHaveLength(1);
  });
});

const SIGNUP = { type: 'signup', title: 'News', consent: 'I agree.' };

describe('create-block rejects', () => {
  it.each([
    ['no type', { title: 'Notes' }, 'required', '#/type'],
    ['an unknown type', { type: 'vcard' }, 'invalid_format', '#/type'],
    ['a type that is not a string', { type: 7 }, 'invalid_type', '#/type'],
    ['no title', { type: 'link', url: LINK.url }, 'required', '#/title'],
    ['an empty title', { ...LINK, title: ' ' }, 'too_short', '#/title'],
    ['a title of 121', { ...LINK, title: '🙂'.repeat(121) }, 'too_long', '#/title'],
    ['two lines of title', { ...LINK, title: 'a\nb' }, 'invalid_characters', '#/title'],
    ['an empty text', { type: 'text', text: '' }, 'too_short', '#/text'],
    ['a text of 2,001', { type: 'text', text: 'ä'.repeat(2001) }, 'too_long', '#/text'],
    ['control characters', { type: 'text', text: 'a\u001b[2Jb' }, 'invalid_characters', '#/text'],
    ['half a surrogate pair', { type: 'text', text: 'a\ud800' }, 'invalid_characters', '#/text'],
    ['no text to agree to', { type: 'signup', title: 'News' }, 'required', '#/consent'],
    ['an empty text to agree to', { ...SIGNUP, consent: ' \n' }, 'content_empty', '#/consent'],
    ['a text to agree to of 301', { ...SIGNUP, consent: '🙂'.repeat(301) }, 'too_long', '#/consent'],
    ['a button of 41', { ...SIGNUP, button: 'x'.repeat(41) }, 'too_long', '#/button'],
    ['thanks of 301', { ...SIGNUP, thanks: 'x'.repeat(301) }, 'too_long', '#/thanks'],
    ['a choice that is no boolean', { ...SIGNUP, ask_name: 'yes' }, 'invalid_type', '#/ask_name'],
    ['a script as a URL', { ...LINK, url: 'javascript:alert(1)' }, 'invalid_url', '#/url'],
    ['a mail address as a URL', { ...LINK, url: 'mailto:a@b.example' }, 'invalid_url', '#/url'],
    ['a URL that is null', { ...LINK, url: null }, 'invalid_type', '#/url'],
    ['an unknown icon', { ...LINK, icon: 'myspace' }, 'invalid_format', '#/icon'],
    [
      'an image over http',
      { type: 'image', media_url: 'http://a.example/i.png', alt: 'x' },
      'invalid_url',
      '#/media_url',
    ],
    [
      'an image of data',
      { type: 'image', media_url: 'data:image/svg+xml,<svg/>', alt: 'x' },
      'invalid_url',
      '#/media_url',
    ],
    [
      'an image without alternative text',
      { type: 'image', media_url: 'https://a.example/i.png', alt: '' },
      'too_short',
      '#/alt',
    ],
    ['a video over http', { type: 'video', url: 'http://youtu.be/dQw4w9WgXcQ' }, 'invalid_url', '#/url'],
    ['no social link', { type: 'social', items: [] }, 'too_few_items', '#/items'],
    [
      '21 social links',
      { type: 'social', items: Array.from({ length: 21 }, () => ({ network: 'x', url: 'https://x.com/a' })) },
      'too_many_items',
      '#/items',
    ],
    [
      'an unknown network',
      { type: 'social', items: [{ network: 'orkut', url: 'https://x.com/a' }] },
      'invalid_format',
      '#/items/0/network',
    ],
    [
      'a script as a social link',
      { type: 'social', items: [{ network: 'x', url: 'JavaScript:alert(1)' }] },
      'invalid_url',
      '#/items/0/url',
    ],
    [
      'an unknown field in a social link',
      { type: 'social', items: [{ network: 'x', url: 'https://x.com/a', rel: 'me' }] },
      'unknown_field',
      '#/items/0/rel',
    ],
    ['no mail address', { type: 'email', title: 'Mail', email: 'ada' }, 'invalid_format', '#/email'],
    [
      'a mail address with headers',
      { type: 'email', title: 'Mail', email: 'a@b.example?bcc=c@d.example' },
      'invalid_format',
      '#/email',
    ],
    ['words as a number', { type: 'phone', title: 'Call', phone: 'call me' }, 'invalid_format', '#/phone'],
    [
      'a zero that is not dialled from abroad',
      { type: 'phone', title: 'Call', phone: '+49 (0)30 1234567' },
      'invalid_format',
      '#/phone',
    ],
    ['two digits', { type: 'phone', title: 'Call', phone: '+11' }, 'invalid_format', '#/phone'],
    ['16 digits', { type: 'phone', title: 'Call', phone: '1234567890123456' }, 'invalid_format', '#/phone'],
    [
      'a number with parameters',
      { type: 'phone', title: 'Call', phone: '110;ext=7' },
      'invalid_format',
      '#/phone',
    ],
    ['a field of another type', { type: 'header', title: 'A', url: LINK.url }, 'unknown_field', '#/url'],
    ['a read-only field', { ...LINK, id: 'x' }, 'field_not_updatable', '#/id'],
    ['"true" for true', { ...LINK, visible: 'true' }, 'invalid_type', '#/visible'],
    [
      'a day that does not exist',
      { ...LINK, starts_at: '2026-02-30T00:00:00Z' },
      'invalid_format',
      '#/starts_at',
    ],
    [
      'an empty time window',
      { ...LINK, starts_at: '2026-06-01T12:00:00Z', ends_at: '2026-06-01T14:00:00+02:00' },
      'out_of_range',
      '#/ends_at',
    ],
    ['a negative position', { ...LINK, position: -1 }, 'out_of_range', '#/position'],
    ['half a position', { ...LINK, position: 0.5 }, 'out_of_range', '#/position'],
  ])('%s', async (_, json, code, pointer) => {
    const { status, body } = await blocks.create(json);

    expect(status).toBe(422);
    expect(body.errors).toEqual([issue(code, pointer)]);
    expect(await blocks.ids()).toEqual([]);
  });

  it('a list, and reports every error at once', async () => {
    expect((await blocks.create([])).body.errors).toEqual([issue('invalid_type', '#')]);
    const { body } = await blocks.create({ type: 'link', title: '', url: 'ftp://x.example', a: 1, b: 2 });

    expect(body.code).toBe('validation_failed');
    expect(body.errors).toHaveLength(4);
    expect(body.errors).toEqual(
      expect.arrayContaining([
        issue('too_short', '#/title'),
        issue('invalid_url', '#/url'),
        issue('unknown_field', '#/a'),
        issue('unknown_field', '#/b'),
      ]),
    );
  });

  it('nothing at the limits: 120 and 2,000 characters, where an emoji counts as one, and 20 links', async () => {
    await blocks.add({ title: '🙂'.repeat(120) });
    const text = await blocks.create({ type: 'text', text: '🙂'.repeat(2000) });
    const items = Array.from({ length: 20 }, () => ({ network: 'x', url: 'https://x.com/a' }));
    const social = await blocks.create({ type: 'social', items });

    expect([text.status, social.status]).toEqual([201, 201]);
  });

  it('a page that does not exist, before any other error', async () => {
    const request = { params: { page: newId(NOW) }, headers: { 'if-match': '"9"' } };
    const [unknown, malformed] = [
      await blocks.create({ type: 7 }, request),
      await blocks.create(LINK, { params: { page: 'ada' } }),
    ];

    for (const { status, body } of [unknown, malformed]) {
      expect(status).toBe(404);
      expect(body.code).toBe('page_not_found');
    }
  });

  it('a revision of the blocks that is not the current one, but accepts any revision without If-Match', async () => {
    const first = await blocks.create(LINK, { headers: { 'if-match': '"0"' } });
    const stale = await blocks.create({ type: 7 }, { headers: { 'if-match': '"0"' } });
    const current = await blocks.create(LINK, { headers: { 'if-match': '"1"' } });

    expect(first.status).toBe(201);
    expect(stale.status).toBe(412);
    expect(stale.body).toMatchObject({ code: 'revision_mismatch', current_revision: '1' });
    expect(stale.headers['ETag']).toBe('"1"');
    expect(current.headers['ETag']).toBe('"2"');
  });

  it('does not show the revision to a key that cannot read pages', async () => {
    const key = blocks.api.grant(['biolinks:pages:write']);
    const { body } = await blocks.create(LINK, { key, headers: { 'if-match': '"9"' } });

    expect(body.code).toBe('revision_mismatch');
    expect(body).not.toHaveProperty('current_revision');
  });
});

describe('create-block on an active page', () => {
  it('checks the permission to publish before the body', async () => {
    const active = await startBlockApi('active');
    const key = active.api.grant(['biolinks:pages:read', 'biolinks:pages:write']);
    const rejected = await active.create({ type: 7 }, { key });

    expect(rejected.status).toBe(403);
    expect(rejected.body).toMatchObject({
      code: 'permission_missing',
      missing_permissions: ['biolinks:pages:publish'],
    });
    expect((await active.create(LINK)).status).toBe(201);
  });
});
