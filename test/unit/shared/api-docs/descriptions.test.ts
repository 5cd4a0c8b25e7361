import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '#functions/registry.ts';
import { type JsonSchema, membersOf } from '#shared/api-docs/json-schema.ts';
import { openApiDocument } from '#shared/api-docs/openapi-document.ts';
import { EVENT_CATALOGUE } from '#shared/events/catalogue/event-catalogue.ts';
import { DELIVERY_REASONS } from '#shared/webhooks/domain/delivery.ts';
import { explainDelivery } from '#shared/webhooks/domain/explain-delivery.ts';

const document = openApiDocument(OPERATIONS, EVENT_CATALOGUE, '1.2.3');
const schemas = membersOf(membersOf(document['components'])['schemas']);

/** Keywords whose values are examples or data, whatever they look like. */
const DATA: ReadonlySet<string> = new Set([
  'const',
  'default',
  'enum',
  'example',
  'examples',
  'x-extensible-enum',
]);

/** What the document itself adds to list the values of a field. */
const VALUES_TOLD = /(?:^|\. )(?:One of|Currently always) .*more values may be added$/su;

describe('openApiDocument, of fields', () => {
  it('describes every field, wherever it is', () => {
    const { silent, seen } = membersIn(document);

    expect(silent).toEqual([]);
    expect(seen).toBeGreaterThan(1500);
  });

  it('describes every parameter', () => {
    const parameters = operations().flatMap(({ operationId, parameters: own }) =>
      Array.isArray(own) ? own.map((parameter: JsonSchema) => ({ operationId, ...parameter })) : [],
    );
    const silent = parameters.filter((parameter) => !('$ref' in parameter) && !isDescribed(parameter));

    expect(silent).toEqual([]);
    expect(parameters.length).toBeGreaterThan(100);
  });

  it('repeats no name in other words', () => {
    const { described } = membersIn(document);
    const hollow = described.filter(({ name, description }) => wordsOf(description) === wordsOf(name));

    expect(hollow).toEqual([]);
  });
});

describe('docs/api/webhooks.md', () => {
  it('explains every delivery reason as the delivery itself does', () => {
    const guide = readFileSync(new URL('../../../../docs/api/webhooks.md', import.meta.url), 'utf8');
    const [, table = ''] = guide.split('| `reason` | Meaning |');
    const rows = [...table.matchAll(/^\| `(\w+)` \| (.*) \|$/gmu)].map(([, reason, means]) => [
      reason,
      means,
    ]);

    expect(rows).toEqual(
      DELIVERY_REASONS.map((reason) => [
        reason,
        explainDelivery({ state: 'failed', reason }, { nextAttemptAt: null, attempts: [] }).why,
      ]),
    );
  });
});

/** Every field of every object that a part of the document describes. */
function membersIn(part: unknown) {
  const silent: string[] = [];
  const described: { name: string; description: string }[] = [];
  let seen = 0;
  visit(part, []);
  return { silent, described, seen };

  function visit(value: unknown, path: readonly string[]): void {
    if (typeof value !== 'object' || value === null) return;
    if (!Array.isArray(value) && 'properties' in value && !path.includes('example'))
      for (const [name, member] of Object.entries(membersOf(value.properties))) {
        seen += 1;
        const description = descriptionOf(member, partsOf(membersOf(value), name));
        if (description === undefined) silent.push([...path, name].join(' '));
        else described.push({ name, description });
      }
    for (const [key, inner] of Object.entries(value)) {
      // Fields of objects can have the names of keywords.
      const isData = DATA.has(key) && path.at(-1) !== 'properties';
      if (!isData) visit(inner, [...path, key]);
    }
  }
}

/** The descriptions of a field in the schemas that its own one narrows. */
function partsOf({ allOf }: JsonSchema, name: string): unknown[] {
  return Array.isArray(allOf) ? allOf.map((part) => membersOf(targetOf(part)['properties'])[name]) : [];
}

/** A field with a single value needs no description. */
function descriptionOf(member: unknown, parts: readonly unknown[]): string | undefined {
  const { const: constant, anyOf } = membersOf(member);
  if (constant !== undefined) return JSON.stringify(constant);
  const choice: readonly unknown[] = Array.isArray(anyOf) ? anyOf : [];
  const [only, ...others] = choice.filter((each) => membersOf(each)['type'] !== 'null');
  return [member, targetOf(member), ...parts, ...(others.length === 0 ? [only, targetOf(only)] : [])]
    .map((schema) => membersOf(schema)['description'])
    .map((text) => (typeof text === 'string' ? text.replace(VALUES_TOLD, '') : ''))
    .find((text) => text !== '');
}

function isDescribed(schema: JsonSchema): boolean {
  return descriptionOf(schema, []) !== undefined;
}

function targetOf(schema: unknown): JsonSchema {
  const { $ref } = membersOf(schema);
  return typeof $ref === 'string' ? membersOf(schemas[$ref.replace('#/components/schemas/', '')]) : {};
}

function operations(): JsonSchema[] {
  return Object.values(membersOf(document['paths'])).flatMap((methods) =>
    Object.values(membersOf(methods)).map(membersOf),
  );
}

function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/^(?:the|its|an?) /gu, '')
    .replaceAll(/[^a-z0-9]/gu, '');
}
