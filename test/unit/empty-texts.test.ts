import { beforeAll, describe, expect, it } from 'vitest';
import rows from '#test/corpus/empty-texts.json' with { type: 'json' };
import type { ApiRequest, MemoryApi } from '#test/support/fakes/platform/memory-api.ts';
import type { Known } from '#test/support/fixtures/platform/any-request.ts';
import { startSeededApi } from '#test/support/fixtures/platform/seeded-api.ts';

type Place = readonly [operation: string, code: string, request: (text: string) => ApiRequest['json']];

/** Contents and names of every product, with the error of a text that shows nothing. */
const PLACES: readonly Place[] = [
  ['send-message', 'content_empty', (text) => ({ text })],
  ['create-broadcast', 'content_empty', (body) => ({ name: 'Sale', message: { type: 'text', body } })],
  ['update-broadcast', 'content_empty', (body) => ({ message: { type: 'text', body } })],
  ['create-block', 'content_empty', (text) => ({ type: 'text', text })],
  [
    'preview-post',
    'content_empty',
    (body) => ({ versions: [{ account_id: 0, is_original: true, content: [{ body }] }] }),
  ],
  ['create-block', 'too_short', (title) => ({ type: 'header', title })],
  ['create-tag', 'too_short', (name) => ({ name, color: '#336699' })],
  ['create-contact', 'too_short', (name) => ({ name })],
  ['update-workspace', 'too_short', (name) => ({ name })],
  ['update-contact', 'too_short', (tag) => ({ add_tags: [tag] })],
];

describe('texts that show nothing', () => {
  let api: MemoryApi;
  let known: Known;

  beforeAll(async () => {
    ({ api, known } = await startSeededApi());
  });

  /** The codes of the errors and of the warnings about a post. */
  async function codesOf(name: string, json: ApiRequest['json']): Promise<unknown[]> {
    const request = { key: known.keys[0] ?? null, params: known.params, headers: { 'if-match': '*' }, json };
    const { body } = await api.call(name, request);
    const issues: readonly { code: unknown }[] = body.errors ?? body.data?.warnings ?? body.warnings ?? [];
    return [body.code, ...issues.map(({ code }) => code)];
  }

  // A line break ends a name, and spaces around a name are removed.
  it.each(rows.filter(({ right }) => right === 'empty'))('$input is $right ($report)', async ({ input }) => {
    for (const [operation, code, request] of PLACES)
      expect([operation, ...(await codesOf(operation, request(input)))]).toContain(code);
  });

  it.each(rows.filter(({ right }) => right === 'filled'))('$input is $right ($report)', async ({ input }) => {
    for (const [operation, code, request] of PLACES)
      expect([operation, ...(await codesOf(operation, request(input)))]).not.toContain(code);
  });
});
