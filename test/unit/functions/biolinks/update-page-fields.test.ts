import { describe, expect } from 'vitest';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { it, type PageApi, startPageApi } from '#test/support/fixtures/biolinks/page-api.ts';

const EMOJI = '😀';

/** A body with one field at a path such as `settings/seo/title`. */
function bodyWith(path: string, value: unknown): unknown {
  return path.split('/').reduceRight((inner, member) => ({ [member]: inner }), value);
}

function valueAt(body: unknown, path: string): unknown {
  return path.split('/').reduce((inner, member) => Reflect.get(Object(inner), member), body);
}

/** Pointer and code of a rejected edit, which must have exactly one error and change nothing, not even `updated_at`. */
async function errorOf({ edit, stored }: PageApi, sent: unknown): Promise<string> {
  const { status, body } = await edit(sent);
  const [{ pointer, code }, ...others] = body.errors;
  expect([status, body.code, others]).toEqual([422, code, []]);
  expect(stored()).toMatchObject({ revision: 1, updatedAt: NOW });
  return `${pointer} ${code}`;
}

describe('update-page, text length limits in code points (specification, Update a bio-link page)', () => {
  it.each([
    ['title', 120],
    ['handle', 120],
    ['tagline', 280],
    ['settings/seo/title', 120],
    ['settings/seo/description', 320],
    ['settings/utm/source', 128],
    ['settings/utm/medium', 128],
    ['settings/utm/campaign', 128],
  ])('accepts %s of %i characters and no more', async (path, limit, api) => {
    for (const character of ['a', EMOJI]) {
      expect(await errorOf(api, bodyWith(path, character.repeat(limit + 1)))).toBe(`#/${path} too_long`);
    }
    for (const character of ['a', EMOJI]) {
      const longest = character.repeat(limit);
      const { status, body } = await api.edit(bodyWith(path, longest));
      expect([status, valueAt(body.data, path)]).toEqual([200, longest]);
    }
  });

  it('accepts a slug of 1 to 60 characters', async (api) => {
    expect(await errorOf(api, { slug: 'a'.repeat(61) })).toBe('#/slug too_long');
    expect(await errorOf(api, { slug: '  ' })).toBe('#/slug too_short');

    expect((await api.edit({ slug: 'a'.repeat(60) })).status).toBe(200);
    expect((await api.edit({ slug: 'a' })).body.data.slug).toBe('a');
  });

  it.each(['a b', 'ada.l', 'ada/l', 'ädä', '😀'])('rejects the slug %j', async (slug) => {
    expect(await errorOf(await startPageApi(), { slug })).toBe('#/slug invalid_format');
  });

  it.each(['api', 'Login', ' assets '])('rejects the reserved slug %j', async (slug) => {
    expect(await errorOf(await startPageApi(), { slug })).toBe('#/slug slug_reserved');
  });

  it.each([
    ['a', 'too_short'],
    ['', 'too_short'],
    ['abc', 'too_short'],
    ['😀'.repeat(129), 'too_long'],
    ['enig\u0000ma', 'invalid_characters'],
    ['enig\ud800ma', 'invalid_characters'],
    ['enig\nma', 'invalid_characters'],
    ['enigma\r\n', 'invalid_characters'],
    ['enig\u2028ma', 'invalid_characters'],
    [null, 'invalid_type'],
  ])('rejects the password %j', async (password, code) => {
    const sent = { settings: { protection: { password } } };
    expect(await errorOf(await startPageApi(), sent)).toBe(`#/settings/protection/password ${code}`);
  });

  it.each(['abcd', '😀😀😀😀', 'x'.repeat(128), '😀'.repeat(128), '    '])(
    'accepts the password %j unchanged',
    async (password, { edit }) => {
      expect((await edit({ settings: { protection: { password } } })).body.data.has_password).toBe(true);
    },
  );

  it('keeps the white space and the line breaks of a tagline', async ({ edit }) => {
    expect((await edit({ tagline: ' one\n two ' })).body.data.tagline).toBe(' one\n two ');
  });

  it('measures the length after trimming', async ({ edit }) => {
    expect((await edit({ title: ` ${'a'.repeat(120)} ` })).body.data.title).toBe('a'.repeat(120));
  });
});

describe('update-page, colours', () => {
  it.each(['avatar_color', 'appearance/accent'])(
    'accepts upper and lower case for %s, as written',
    async (path, { edit }) => {
      for (const color of ['#a1b2c3', '#A1B2C3', '#000000', '#FFffFF']) {
        expect(valueAt((await edit(bodyWith(path, color))).body.data, path)).toBe(color);
      }
    },
  );

  it.each(['avatar_color', 'appearance/accent'])('rejects every other format for %s', async (path, api) => {
    for (const color of [
      '',
      '#abc',
      '#a1b2c',
      '#a1b2c3d',
      'a1b2c3',
      '#g1b2c3',
      '#a1b2c3\n',
      ' #a1b2c3',
      'red',
    ]) {
      expect(await errorOf(api, bodyWith(path, color))).toBe(`#/${path} invalid_color`);
    }
  });
});

describe('update-page, references to existing things', () => {
  it('rejects an unknown theme, and lists the allowed ones', async (api) => {
    const sent = { theme: 'none' };
    expect(await errorOf(api, sent)).toBe('#/theme theme_unknown');

    const { body } = await api.edit(sent);
    expect(body.errors[0].allowed).toContain('paper');
    expect(body.allowed).toEqual(body.errors[0].allowed);
  });

  it('rejects an unknown font, and lists the allowed ones', async () => {
    const sent = { appearance: { font_override: 'comic' } };
    const api = await startPageApi();
    expect(await errorOf(api, sent)).toBe('#/appearance/font_override font_unknown');

    expect((await api.edit(sent)).body.allowed).toContain('inter');
  });

  it('accepts every theme and font that it lists', async ({ edit }) => {
    const themes = (await edit({ theme: 'none' })).body.allowed;
    const fonts = (await edit({ appearance: { font_override: 'none' } })).body.allowed;

    for (const theme of themes) expect((await edit({ theme })).status).toBe(200);
    for (const font_override of fonts)
      expect((await edit({ appearance: { font_override } })).status).toBe(200);
  });

  it('rejects an unknown pixel or one of another workspace with 422', async (api) => {
    const other = await api.api.createOtherWorkspace();
    const [own] = await api.addPixels(1);
    const [foreign] = await api.addPixels(1, other.workspaceId);
    const sent = { settings: { pixels: [own, foreign] } };

    expect(await errorOf(api, sent)).toBe('#/settings/pixels/1 pixel_not_found');
  });

  it('accepts 10 pixels, however often they are repeated, and no more', async (api) => {
    const pixels = await api.addPixels(11);
    expect(await errorOf(api, { settings: { pixels } })).toBe('#/settings/pixels too_many_items');
    const ten = pixels.slice(0, 10);

    const { data } = (await api.edit({ settings: { pixels: [...ten, ...ten] } })).body;
    expect(data.settings.pixels).toEqual(ten);
  });

  it('reports every unknown reference at once', async () => {
    const { edit, stored } = await startPageApi({}, 'active');
    const unknown = '01980000-0000-7000-8000-0000000000ff';
    const { body } = await edit({ title: '', domain: unknown, theme: 'x', settings: { pixels: [unknown] } });

    expect(body.code).toBe('validation_failed');
    expect(body.errors.map(({ code }: { code: string }) => code).toSorted()).toEqual([
      'domain_not_connected',
      'pixel_not_found',
      'theme_unknown',
      'title_required',
    ]);
    expect(stored().revision).toBe(2);
  });
});

describe('update-page, formats', () => {
  const LONG_URL = `https://x.example/${'a'.repeat(2048 - 'https://x.example/'.length)}`;

  it.each([
    ['image', 'http://x.example/i.png', 'invalid_url'],
    ['image', 'javascript:alert(1)', 'invalid_url'],
    ['image', '/i.png', 'invalid_url'],
    ['image', 'https://u:p@x.example/i.png', 'invalid_url'],
    ['image', `${LONG_URL}a`, 'invalid_url'],
    ['image', 'https://x.example/a\nb', 'invalid_url'],
  ])('rejects, for settings.seo.%s, %j', async (member, value, code) => {
    const sent = { settings: { seo: { [member]: value } } };
    expect(await errorOf(await startPageApi(), sent)).toBe(`#/settings/seo/${member} ${code}`);
  });

  it('accepts an image of 2,048 characters', async ({ edit }) => {
    expect((await edit({ settings: { seo: { image: LONG_URL } } })).body.data.settings.seo.image).toBe(
      LONG_URL,
    );
  });

  it.each([
    ['title', null],
    ['slug', null],
    ['handle', null],
    ['tagline', null],
    ['theme', null],
    ['avatar_color', null],
    ['hide_branding', 'true'],
    ['hide_branding', null],
    ['appearance', null],
    ['appearance', []],
    ['settings', null],
    ['settings/seo', null],
    ['settings/seo/noindex', 1],
    ['settings/protection/sensitive', null],
    ['settings/protection/clear_password', 'yes'],
    ['settings/utm', 'x'],
    ['settings/pixels', null],
    ['settings/pixels', 'x'],
    ['title', 7],
  ])('rejects, for %s, the wrong type %j', async (path, value) => {
    expect(await errorOf(await startPageApi(), bodyWith(path, value))).toBe(`#/${path} invalid_type`);
  });

  it.each([
    ['domain', 'ada.example', 'invalid_format'],
    ['title', 'one\ntwo', 'invalid_characters'],
    ['handle', 'a\u0007', 'invalid_characters'],
    ['tagline', 'a\u0000', 'invalid_characters'],
    ['settings/utm/source', 'a\nb', 'invalid_characters'],
  ])('rejects, for %s, %j', async (path, value, code) => {
    expect(await errorOf(await startPageApi(), bodyWith(path, value))).toBe(`#/${path} ${code}`);
  });

  it('rejects a malformed pixel id', async () => {
    const sent = { settings: { pixels: ['x'] } };
    expect(await errorOf(await startPageApi(), sent)).toBe('#/settings/pixels/0 invalid_format');
  });

  it('returns a warning about a weak password only in the response that sets it', async ({ edit }) => {
    const weak = await edit({ settings: { protection: { password: '1234' } } });
    const next = await edit(
      { settings: { protection: { sensitive: true } } },
      { headers: { 'if-match': '"2"' } },
    );

    expect(weak.body.warnings).toMatchObject([{ code: 'password_weak' }]);
    expect([weak.status, next.status, next.body.warnings]).toEqual([200, 200, []]);
  });

  it('rejects a password that is both set and cleared', async () => {
    const sent = { settings: { protection: { password: 'enigma', clear_password: true } } };
    expect(await errorOf(await startPageApi(), sent)).toBe('#/settings/protection password_conflict');
  });
});

describe('update-page, fields it does not accept', () => {
  it.each([
    ['status', 'active', 'setPageStatus'],
    ['blocks', [], 'createBlock'],
  ])('rejects %s and identifies the operation to use', async (member, value, use, api) => {
    const sent = { [member]: value };
    expect(await errorOf(api, sent)).toBe(`#/${member} field_not_updatable`);

    const { body } = await api.edit(sent);
    expect([body.use, body.errors[0].use]).toEqual([use, use]);
  });

  it('rejects a record that is sent back, and says for each field what to do instead', async () => {
    const { edit, created } = await startPageApi();
    const { status, body } = await edit(created.body.data);
    const errors: { pointer: string; code: string; detail: string }[] = body.errors;

    expect(status).toBe(422);
    expect(errors.filter(({ code }) => code === 'field_not_updatable').map(({ pointer }) => pointer)).toEqual(
      expect.arrayContaining(['#/id', '#/revision', '#/status', '#/created_at']),
    );
    const uses: Readonly<Record<string, string>> = {
      '#/status': 'This operation does not set the field. Use setPageStatus.',
      '#/has_password':
        'The platform sets the field. Send settings.protection.password to set a password, and clear_password to remove it.',
    };
    for (const { pointer, code, detail } of errors)
      if (code === 'field_not_updatable')
        expect(detail).toBe(
          uses[pointer] ?? 'The platform sets this field. Remove it. Omitted fields keep their values.',
        );
  });

  it.each([
    'id',
    'revision',
    'public_url',
    'disabled',
    'verified',
    'has_password',
    'created_at',
    'updated_at',
  ])('rejects %s, which only responses contain', async (member) => {
    expect(await errorOf(await startPageApi(), { [member]: 'x' })).toBe(`#/${member} field_not_updatable`);
  });

  it.each([
    ['colour', '#/colour'],
    ['settings.seo.title', '#/settings.seo.title'],
    ['password', '#/password'],
    ['constructor', '#/constructor'],
  ])('rejects the unknown field %s', async (member, pointer) => {
    expect(await errorOf(await startPageApi(), { [member]: 'x' })).toBe(`${pointer} unknown_field`);
  });

  it('rejects unknown nested fields', async (api) => {
    const sent = { settings: { seo: { canonical: 'x' } } };

    expect(await errorOf(api, sent)).toBe('#/settings/seo/canonical unknown_field');
    expect(await errorOf(api, { settings: { status: 'x' } })).toBe('#/settings/status unknown_field');
  });

  it('reports every error at once', async ({ edit }) => {
    const { body } = await edit({ status: 'active', blocks: [], title: 7, colour: 'x' });

    expect(body.code).toBe('validation_failed');
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted()).toEqual([
      '#/blocks',
      '#/colour',
      '#/status',
      '#/title',
    ]);
  });
});
