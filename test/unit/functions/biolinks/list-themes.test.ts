import { describe, expect } from 'vitest';
import { FONT_IDS, THEME_IDS } from '#shared/biolinks/themes/theme-catalogue.ts';
import { startMemoryApi } from '#test/support/fakes/platform/memory-api.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';

const it = itWith(start);

async function start() {
  const api = await startMemoryApi();
  return { api, key: api.grant(['biolinks:pages:read']) };
}

const PALETTE = {
  background: expect.arrayContaining([expect.stringMatching(/^#[0-9a-f]{6}$/u)]),
  surface: expect.any(String),
  text: expect.any(String),
  muted: expect.any(String),
  button: expect.any(String),
  button_text: expect.any(String),
  button_border: expect.any(String),
  border: expect.any(String),
  line: expect.any(String),
  focus: expect.any(String),
  danger: expect.any(String),
};

describe('list-themes, happy', () => {
  it('lists every theme with every field of its description', async ({ api, key }) => {
    const { status, body } = await api.call('list-themes', { key });

    expect(status).toBe(200);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(THEME_IDS);
    for (const theme of body.data) {
      expect(theme).toEqual({
        id: expect.any(String),
        name: expect.any(String),
        description: expect.stringMatching(/\.$/u),
        mode: expect.stringMatching(/^(?:light|dark|auto)$/u),
        fonts: { heading: expect.any(String), body: expect.any(String) },
        colors: PALETTE,
        dark_colors: theme.mode === 'auto' ? PALETTE : null,
        contrast: { text: expect.any(Number), muted: expect.any(Number), button: expect.any(Number) },
        preview_url: expect.stringMatching(/^data:image\/svg\+xml,/u),
      });
    }
  });

  it('lists the allowed values of font_override', async ({ api, key }) => {
    const { fonts } = (await api.call('list-themes', { key })).body;

    expect(fonts.map(({ id }: { id: string }) => id)).toEqual(FONT_IDS);
    expect(fonts).toContainEqual({ id: 'system', name: 'System', hosted: false });
    expect(fonts).toContainEqual({ id: 'inter', name: 'Inter', hosted: true });
  });

  it('may be cached for 5 minutes and has a stable tag', async ({ api, key }) => {
    const first = await api.call('list-themes', { key });
    api.clock.advance(3600);
    const again = await api.call('list-themes', {
      key,
      headers: { 'if-none-match': String(first.headers['ETag']) },
    });

    expect(first.headers).toMatchObject({
      'Cache-Control': 'private, max-age=300',
      ETag: expect.stringMatching(/^"[\w-]+"$/u),
    });
    expect(again).toMatchObject({ status: 304, text: undefined });
  });
});
