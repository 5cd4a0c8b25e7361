import type { CatalogueEvent } from '#shared/events/catalogue/catalogue-event.ts';
import type { Operation } from '#shared/platform/http/operation.ts';
import { HEADERS, PARAMETERS, SECURITY_SCHEMES } from './components.ts';
import { describeEvent } from './describe-event.ts';
import { describeOperation } from './describe-operation.ts';
import { GATEWAY_ERROR } from './gateway-error.ts';
import { INTRODUCTION } from './introduction.ts';
import type { JsonSchema } from './json-schema.ts';
import { hasExample } from './problem-examples.ts';
import { exampleName, PROBLEM_SCHEMAS, problemExample } from './problem-schema.ts';
import { codesByStatus } from './response-codes.ts';
import { createResponseComponents } from './response-components.ts';
import { createSchemaComponents } from './schema-components.ts';
import { TAGS } from './tags.ts';
import { VIEW_EXAMPLES } from './view-examples.ts';

/** The OpenAPI 3.1 document of the API, generated from the declarations of the operations and events. */
export function openApiDocument(
  operations: readonly Operation[],
  events: readonly CatalogueEvent[],
  version: string,
): JsonSchema {
  const components = createSchemaComponents();
  const responses = createResponseComponents();
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const operation of operations)
    for (const route of operation.routes) {
      const path = (paths[route.path] ??= {});
      path[route.method.toLowerCase()] = describeOperation(operation, route, components, responses);
    }
  const webhooks = events.map((event) => [event.name, describeEvent(event, components, responses)] as const);
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Workspace platform',
      version,
      description: INTRODUCTION,
      // Without a URL, because it differs between deployments.
      contact: { name: 'The team that runs this API and issued your API key' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    // Relative to the URL of the document, so that the same file is valid for every stage.
    servers: [{ url: '/' }],
    security: [{ bearerAuth: [] }, { apiKeyHeader: [] }],
    tags: Object.values(TAGS),
    paths: sorted(paths),
    webhooks: Object.fromEntries(webhooks),
  };
  return {
    ...document,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      schemas: sorted({
        ...withExamples(components.all()),
        ...PROBLEM_SCHEMAS,
        GatewayError: GATEWAY_ERROR,
      }),
      responses: sorted(responses.all()),
      ...usedIn([document, responses.all()], {
        parameters: PARAMETERS,
        headers: HEADERS,
        examples: toExamples(operations),
      }),
    },
  };
}

function withExamples(schemas: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      name in VIEW_EXAMPLES ? { ...schema, examples: [VIEW_EXAMPLES[name]] } : schema,
    ]),
  );
}

function toExamples(operations: readonly Operation[]): JsonSchema {
  const shown = operations
    .filter(({ routes }) => routes.length > 0)
    .flatMap((operation) =>
      [...codesByStatus(operation)].flatMap(([status, codes]) =>
        codes
          .filter(hasExample)
          .map((code) => [exampleName(code, status), problemExample(code, status)] as const),
      ),
    );
  return sorted(Object.fromEntries(shown));
}

/** The components that are referenced; unused components would confuse readers. */
function usedIn(root: unknown, parts: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> {
  const text = JSON.stringify(root);
  return Object.fromEntries(
    Object.entries(parts).map(([kind, members]) => [
      kind,
      Object.fromEntries(
        Object.entries(members).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`)),
      ),
    ]),
  );
}

function sorted<T>(members: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(members).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
