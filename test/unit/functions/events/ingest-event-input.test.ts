import { describe, expect, it } from 'vitest';
import { startMemoryApi } from '#test/support/fakes/platform/memory-api.ts';

const order = { id: '2f1f8d5e-1b1a-4c57-8a37-9a1f5a9d7f10' };

/** A body as raw JSON, so that fields can have names that JavaScript treats specially. */
function textWith(data: string, more = ''): string {
  return `{"event":"salesbot.store.order_paid","data":${data}${more}}`;
}

async function refusalOf(body: string) {
  const api = await startMemoryApi();
  const response = await api.call('ingest-event', { body, headers: { 'content-type': 'application/json' } });
  return { status: response.status, ...response.body?.errors?.[0], recorded: api.core.events.size };
}

describe('ingest-event, with unusual JSON', () => {
  it.each(['__proto__', 'constructor', 'prototype'])('rejects a field called %s', async (name) => {
    const data = `{"order":${JSON.stringify(order)},"${name}":{"x":1}}`;

    expect(await refusalOf(textWith(data))).toMatchObject({
      status: 422,
      code: 'unknown_field',
      pointer: `#/data/${name}`,
      recorded: 0,
    });
  });

  it.each(['[]', 'null', '"text"', '7'])('rejects %s as data', async (data) => {
    expect(await refusalOf(textWith(data))).toMatchObject({
      status: 422,
      code: 'invalid_type',
      pointer: '#/data',
      recorded: 0,
    });
  });

  it.each(['q\\ud800', 'q\\u0000'])(
    'rejects the dedupe_key "%s", which would be equal to another one',
    async (key) => {
      const body = textWith(JSON.stringify({ order }), `,"dedupe_key":"${key}"`);

      expect(await refusalOf(body)).toMatchObject({
        status: 422,
        code: 'invalid_characters',
        pointer: '#/dedupe_key',
        recorded: 0,
      });
    },
  );
});
