import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '#functions/registry.ts';
import { closed } from '#scripts/lib/conformance/closed-schema.ts';
import { jsonSchemaOf, membersOf } from '#shared/api-docs/json-schema.ts';
import { openApiDocument } from '#shared/api-docs/openapi-document.ts';
import { responseExample } from '#shared/api-docs/response-example.ts';
import { RESPONSE_EXAMPLES } from '#shared/api-docs/response-examples.ts';
import { VIEW_EXAMPLES } from '#shared/api-docs/view-examples.ts';
import { EVENT_CATALOGUE } from '#shared/events/catalogue/event-catalogue.ts';
import { pageOf } from '#shared/platform/http/list-query.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';
import { documentSchemas, pointerOf } from '#test/support/fixtures/platform/document-schemas.ts';

const document = openApiDocument(OPERATIONS, EVENT_CATALOGUE, '1.2.3');

/** Every successful JSON response, with its position in the document. */
const responses = Object.entries(membersOf(document['paths'])).flatMap(([path, methods]) =>
  Object.entries(membersOf(methods)).flatMap(([method, described]) =>
    Object.entries(membersOf(membersOf(described)['responses'])).flatMap(([status, answer]) => {
      const json = membersOf(membersOf(answer)['content'])['application/json'];
      const place = ['paths', path, method, 'responses', status, 'content', 'application/json'];
      return status.startsWith('2') && json !== undefined ? [{ place, json: membersOf(json) }] : [];
    }),
  ),
);

/** The names of all schemas that a schema contains, with those that they contain. */
function viewsOf(schema: unknown, known = new Set<string>()): ReadonlySet<string> {
  for (const [, name = ''] of JSON.stringify(schema).matchAll(/#\/components\/schemas\/(\w+)/gu))
    if (!known.has(name))
      viewsOf(membersOf(membersOf(document['components'])['schemas'])[name], known.add(name));
  return known;
}

describe('openApiDocument, of responses', () => {
  const schemas = documentSchemas(closed(document));

  it.each(responses)('shows the responses of $place.1 $place.2', ({ place, json }) => {
    const validate = schemas.at(pointerOf(...place, 'schema'));
    const views = [...viewsOf(json['schema'])].filter((name) => !(name in VIEW_EXAMPLES));

    expect(json, `add an example to shared/api-docs/view-examples.ts: ${views.join()}`).toHaveProperty(
      'example',
    );
    validate(json['example']);
    expect(validate.errors).toBeNull();
  });

  it('includes every one of them', () => {
    expect(responses.length).toBeGreaterThan(70);
  });

  it('contains no example that is never shown', () => {
    const names = Object.keys(membersOf(membersOf(document['components'])['schemas']));

    expect(Object.keys(VIEW_EXAMPLES).filter((name) => !names.includes(name))).toEqual([]);
    expect(
      Object.values(RESPONSE_EXAMPLES).filter((example) =>
        responses.every(({ json }) => json['example'] !== example),
      ),
    ).toEqual([]);
  });
});

describe('responseExample', () => {
  const tag = withTitle('Tag', v.object({ id: v.number() }));
  const of = (schema: v.GenericSchema) => responseExample('GetThingResponse', jsonSchemaOf(schema, 'output'));

  it('combines the examples of views into their containers', () => {
    expect(of(v.object({ data: tag }))).toEqual({ data: VIEW_EXAMPLES['Tag'] });
    expect(of(pageOf(tag))).toEqual({ data: [VIEW_EXAMPLES['Tag']], next_cursor: null, has_more: false });
  });

  it('omits a field without an example', () => {
    expect(of(v.object({ data: tag, other: v.string() }))).toBeUndefined();
    expect(of(v.object({ data: v.array(v.string()) }))).toBeUndefined();
  });
});
