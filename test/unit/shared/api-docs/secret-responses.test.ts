import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '#functions/registry.ts';
import { membersOf } from '#shared/api-docs/json-schema.ts';
import { openApiDocument } from '#shared/api-docs/openapi-document.ts';
import { EVENT_CATALOGUE } from '#shared/events/catalogue/event-catalogue.ts';

const document = openApiDocument(OPERATIONS, EVENT_CATALOGUE, '1');

const operations = Object.values(membersOf(document['paths'])).flatMap((methods) =>
  Object.values(membersOf(methods)).map((described) => {
    const { operationId, responses, 'x-secret-response': isSecret = false } = membersOf(described);
    return { id: String(operationId), responses: membersOf(responses), isSecret };
  }),
);

/** Fields that give access without a key, by their name or by what their description says. */
function revealing(part: unknown, seen: readonly string[] = []): readonly string[] {
  if (Array.isArray(part)) return part.flatMap((each) => revealing(each, seen));
  if (typeof part !== 'object' || part === null) return [];
  const { $ref: reference, properties, ...others } = membersOf(part);
  if (typeof reference === 'string' && !seen.includes(reference)) {
    const target = reference
      .split('/')
      .slice(1)
      .reduce<unknown>((found, name) => membersOf(found)[name], document);
    return revealing(target, [...seen, reference]);
  }
  const own = Object.entries(membersOf(properties)).flatMap(([name, member]) => {
    const { description } = membersOf(member);
    const isKey = name === 'secret' || name === 'token';
    return isKey ||
      /needs no API key|without a credential|valid for (?:one|an) hour/u.test(
        typeof description === 'string' ? description : '',
      )
      ? [name]
      : revealing(member, seen);
  });
  const { items, allOf, anyOf, oneOf, schema, content } = others;
  return [
    ...own,
    ...[items, allOf, anyOf, oneOf, schema].flatMap((each) => revealing(each, seen)),
    ...Object.values(membersOf(content)).flatMap((each) => revealing(each, seen)),
  ];
}

describe('x-secret-response', () => {
  const marked = operations.filter(({ isSecret }) => isSecret === true).map(({ id }) => id);

  it('marks the operations that return a secret, a token or a URL that needs no key', () => {
    expect(marked.toSorted()).toEqual([
      'claimMessage',
      'createApiKey',
      'createConsoleLink',
      'createContactImport',
      'createEndpoint',
      'createMedia',
      'createNotificationTarget',
      'getContactExport',
      'getExport',
      'getMedia',
      'listExportMedia',
      'previewEndpoint',
      'previewPage',
      'rotateNotificationSecret',
      'rotateSecret',
    ]);
  });

  it('is present wherever a documented field is a secret or a token, or needs no key', () => {
    const found = operations.filter(({ responses }) =>
      Object.entries(responses).some(
        ([status, response]) => status < '300' && revealing(response).length > 0,
      ),
    );

    expect(found.length).toBeGreaterThan(8);
    expect(found.map(({ id }) => id).filter((id) => !marked.includes(id))).toEqual([]);
  });
});
