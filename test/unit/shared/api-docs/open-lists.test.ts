import { describe, expect, it } from 'vitest';
import { closed } from '#scripts/lib/conformance/closed-schema.ts';
import { readOpenApi } from '#scripts/lib/conformance/open-api.ts';
import { OPEN_LIST, withOpenLists } from '#shared/api-docs/open-lists.ts';
import { openApiDocument } from '#shared/api-docs/openapi-document.ts';
import { EVENT_CATALOGUE } from '#shared/events/catalogue/event-catalogue.ts';

const LIST = { type: 'string', enum: ['a', 'b'] };

describe('withOpenLists', () => {
  it('lists the current values and accepts any other', () => {
    expect(withOpenLists({ ...LIST, description: 'How it is' })).toEqual({
      type: 'string',
      description: 'How it is. One of `a`, `b`; more values may be added',
      [OPEN_LIST]: ['a', 'b'],
    });
    expect(withOpenLists({ type: 'string', enum: ['a'] })).toMatchObject({
      description: 'Currently always `a`; more values may be added',
    });
  });

  it('accepts null where null was accepted, in one schema', () => {
    expect(withOpenLists({ anyOf: [LIST, { type: 'null' }], description: 'Why' })).toEqual({
      type: ['string', 'null'],
      description: 'Why. One of `a`, `b`; more values may be added',
      [OPEN_LIST]: ['a', 'b'],
    });
  });

  it('opens every nested enum, and no similar keyword', () => {
    const opened = withOpenLists({
      type: 'object',
      properties: { enum: { type: 'array', items: LIST }, fixed: { type: 'string', const: 'x' } },
      examples: [{ enum: ['a'] }],
    });

    expect(opened).toMatchObject({
      properties: { enum: { items: { [OPEN_LIST]: ['a', 'b'] } }, fixed: { const: 'x' } },
      examples: [{ enum: ['a'] }],
    });
    expect(JSON.stringify(opened)).not.toContain('"enum":["a","b"]');
  });

  it('does not enumerate a long list', () => {
    const many = Array.from({ length: 21 }, (_, index) => `v${index}`);

    expect(withOpenLists({ type: 'string', enum: many })).toEqual({ type: 'string', [OPEN_LIST]: many });
  });

  it('is reversed when responses are checked against the document', () => {
    const nullable = withOpenLists({ anyOf: [LIST, { type: 'null' }] });

    expect(closed(withOpenLists(LIST))).toMatchObject(LIST);
    expect(closed(nullable)).toMatchObject({ enum: ['a', 'b', null] });
    expect(closed(nullable)).not.toHaveProperty(OPEN_LIST);
  });
});

describe('the document', () => {
  const { paths, components } = readOpenApi();
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));

  it('closes no enum of responses (docs/api/compatibility.md)', () => {
    const { webhooks, components: all } = JSON.parse(
      JSON.stringify(openApiDocument([], EVENT_CATALOGUE, '1')),
    );
    const inResponses = reached(
      operations.map(({ responses }) => responses),
      components,
    );
    const events = reached(
      Object.values(Object(webhooks)).map((item) => Object(item).post.requestBody),
      all,
    );

    expect(inResponses).toContain(`"${OPEN_LIST}"`);
    expect(inResponses).not.toContain('"enum"');
    expect(events).toContain(`"${OPEN_LIST}"`);
    expect(events).not.toContain('"enum"');
  });

  it('closes the enums of request bodies', () => {
    const requests = reached(
      operations.map(({ parameters, requestBody }) => [parameters, requestBody]),
      components,
    );

    expect(requests).toContain('"enum"');
    expect(requests).not.toContain(`"${OPEN_LIST}"`);
  });
});

/** The text of a part of the document with every schema and response it refers to, without headers. */
function reached(part: unknown, components: Readonly<Record<string, unknown>>): string {
  const texts: string[] = [];
  const seen = new Set<string>();
  add(part);
  return texts.join('\n');

  function add(value: unknown): void {
    const text = JSON.stringify(value);
    texts.push(text);
    for (const [, kind = '', name = ''] of text.matchAll(/"#\/components\/(schemas|responses)\/(\w+)"/gu)) {
      if (seen.has(`${kind}/${name}`)) continue;
      seen.add(`${kind}/${name}`);
      add(Object(components[kind])[name]);
    }
  }
}
