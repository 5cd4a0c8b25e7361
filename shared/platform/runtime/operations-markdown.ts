import * as v from 'valibot';
import { listOperations } from './list-operations.ts';

const tagged = v.object({ tags: v.array(v.object({ name: v.string(), description: v.string() })) });

const INTRODUCTION = `# Operations

All operations of the API, by product. [/openapi.json](/openapi.json) has their parameters, bodies and responses. Requests to \`/mcp\`
and to paths under \`/api\` and \`/os/api\` need \`Authorization: Bearer wsk_…\`. [/docs/errors.md](/docs/errors.md) says what to change after an error.`;

/**
 * The operations of an OpenAPI document of this project as Markdown, one line each: ID, method, path, summary and permissions. Source of
 * the permissions: the notice that `shared/api-docs/describe-operation.ts` writes into the description.
 */
export function operationsMarkdown(document: unknown): string {
  const { tags } = v.parse(tagged, document);
  const operations = listOperations(document);
  const sections = tags.flatMap(({ name, description }) => {
    const lines = operations
      .filter(({ product }) => product === name)
      .map((operation) => {
        const permissions = operation.description
          .split('\n\n')
          .findLast((text) => text.startsWith('Requires '));
        const about = [`${operation.summary}.`, permissions].filter(Boolean).join(' ');
        return `- \`${operation.id}\`: \`${operation.method} ${operation.path}\`. ${about}`;
      });
    return lines.length === 0 ? [] : [`\n\n## ${name}\n\n${description}.\n\n${lines.join('\n')}`];
  });
  return `${INTRODUCTION}${sections.join('')}\n`;
}
