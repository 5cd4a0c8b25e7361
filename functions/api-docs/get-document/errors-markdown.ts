import { PROBLEMS } from '#shared/api-docs/problems.ts';
import { readErrorSections } from './error-sections.ts';

/** The error codes as Markdown: the text of `docs/api/errors.md`, with the status and the title of each code. */
export function errorsMarkdown(source: string): string {
  const { introduction, sections } = readErrorSections(source);
  const parts = sections.map(({ code, text }) => {
    const { status, title } = PROBLEMS[code];
    return `## ${code}\n\n${status}: ${title}\n\n${text}\n`;
  });
  return [introduction, ...parts].join('\n').replaceAll(/\n{3,}/gu, '\n\n');
}
