import * as v from 'valibot';

const document = v.object({
  tags: v.array(v.object({ name: v.string(), description: v.string() })),
  paths: v.record(
    v.string(),
    v.record(
      v.string(),
      v.object({
        operationId: v.string(),
        summary: v.string(),
        description: v.optional(v.string(), ''),
        tags: v.array(v.string()),
      }),
    ),
  ),
});

const INTRODUCTION = `# Operations

All operations of the API, by product. [/openapi.json](/openapi.json) has their parameters, bodies and responses. Requests to paths under
\`/api\` and \`/os/api\` need \`Authorization: Bearer wsk_…\`. [/docs/errors.md](/docs/errors.md) says what to change after an error.`;

/**
 * The operations of an OpenAPI document of this project as Markdown, one line each: ID, method, path, summary and permissions. `HEAD`
 * routes and aliases are omitted. Source: `shared/api-docs/describe-operation.ts`, which writes both notices into the description.
 */
export function operationsMarkdown(json: string): string {
  const { tags, paths } = v.parse(document, JSON.parse(json));
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
      paragraphs: operation.description.split('\n\n'),
    })),
  );
  const listed = operations.filter(
    ({ method, paragraphs }) =>
      method !== 'HEAD' && !paragraphs.some((text) => text.startsWith('This is an alias of ')),
  );
  const sections = tags.map(({ name, description }) => {
    const lines = listed
      .filter((operation) => operation.tags.includes(name))
      .map(({ operationId, method, path, summary, paragraphs }) => {
        const permissions = paragraphs.findLast((text) => text.startsWith('Requires '));
        return `- \`${operationId}\`: \`${method} ${path}\`. ${[`${summary}.`, permissions].filter(Boolean).join(' ')}`;
      });
    return lines.length === 0 ? '' : `\n\n## ${name}\n\n${description}.\n\n${lines.join('\n')}`;
  });
  return `${INTRODUCTION}${sections.join('')}\n`;
}
