import { PROBLEMS } from '#shared/api-docs/problems.ts';
import type { ErrorCode } from '#shared/platform/core/errors.ts';

/** The content of `docs/api/errors.md`: the introduction, and the text of each code. */
export type ErrorSections = {
  readonly introduction: string;
  readonly sections: readonly { readonly code: ErrorCode; readonly text: string }[];
};

/** Parses `docs/api/errors.md`: one section for every code. @throws Error for a heading that is not a code */
export function readErrorSections(markdown: string): ErrorSections {
  const [introduction = '', ...parts] = markdown.split(/^## /mu);
  const sections = parts.map((part) => {
    const [name = '', ...lines] = part.split('\n');
    if (!isCode(name)) throw new Error(`docs/api/errors.md explains ${name}, which is not an error code`);
    return { code: name, text: lines.join('\n').trim() };
  });
  return { introduction, sections };
}

function isCode(text: string): text is ErrorCode {
  return Object.hasOwn(PROBLEMS, text);
}
