import { describe, expect, it } from 'vitest';
import { startDomainApi } from '#test/support/fixtures/biolinks/domain-api.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';

async function startWithPixel() {
  const fixture = await startDomainApi();
  const json = { provider: 'tiktok', tag_id: 'C4A1B2C3D4E5F6G7H8I9', name: 'Ads' };
  const { id } = (await fixture.call('create-pixel', { json })).body.data;
  return {
    ...fixture,
    id: String(id),
    remove: () => fixture.call('delete-pixel', { params: { pixel: id } }),
  };
}

describe('delete-pixel', () => {
  it('returns 204 and removes the pixel from the list', async () => {
    const { call, remove } = await startWithPixel();
    const { status, text } = await remove();

    expect({ status, text }).toEqual({ status: 204, text: undefined });
    expect((await call('list-pixels')).body.data).toEqual([]);
  });

  it('returns 404 for a second delete, and 204 to only one of two concurrent deletes', async () => {
    const { remove } = await startWithPixel();
    const both = await Promise.all([remove(), remove()]);

    expect(both.map(({ status }) => Number(status)).toSorted((a, b) => a - b)).toEqual([204, 404]);
    expect(codeOf(await remove())).toBe('404 pixel_not_found');
  });
});
