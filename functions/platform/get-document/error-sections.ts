import type { ErrorCode } from '#shared/platform/core/errors.ts';
import { PROBLEMS } from '#shared/platform/http/problems.ts';

/** What `docs/api/errors.md` says: before the codes, and of each code. */
export type ErrorSections = {
  readonly introduction: string;
  readonly sections: readonly { readonly code: ErrorCode; readonly text: string }[];
};

/** Reads `docs/api/errors.md`: a paragraph for every code, under its name. @throws Error for a heading that is no code */
export function readErrorSections(markdown: string): ErrorSections {
  const [introduction = '', ...parts] = markdown.split(/^## /mu);
  const sections = parts.map((part) => {
    const [name = '', ...lines] = part.split('\n');
    if (!isCode(name)) throw new Error(`docs/api/errors.md explains ${name}, which is no code`);
    return { code: name, text: lines.join('\n').trim() };
  });
  return { introduction, sections };
}

function isCode(text: string): text is ErrorCode {
  return Object.hasOwn(PROBLEMS, text);
}
