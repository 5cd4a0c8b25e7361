/** What all errors of a kind have in common. */
export type ErrorFields<Code extends string = string> = {
  readonly code: Code;
  /** The status of the response. */
  readonly status: number;
  /** The title of the problem document. */
  readonly title: string;
  /** Headers of the response. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What is wrong, if it is the same for each error of this kind. */
  readonly detail?: string;
};

/**
 * A kind of error, declared as an export with the name of its code: `export const post_in_trash = () => conflict('post_in_trash', …)`.
 * It is a function because esbuild omits a function that nothing uses, and keeps a call at the top level of a module. So a bundle
 * contains only the errors that its function uses.
 */
export type ErrorKind<Code extends string = string> = () => ErrorFields<Code>;

/** The error of a resource that the path names and that does not exist. */
export type MissingResource<Code extends string = string> = () => ErrorFields<Code> & {
  readonly detail: string;
};

/**
 * Errors by their code, for those that are thrown by it. Only the platform has such a table, and only bundles of functions with responses
 * contain it; the errors of products are exports.
 */
export function byCode<const Errors extends readonly ErrorFields[]>(
  ...errors: Errors
): { readonly [Each in Errors[number] as Each['code']]: Each } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.fromEntries forgets the names of the members.
  return Object.fromEntries(errors.map((each) => [each.code, each])) as {
    readonly [Each in Errors[number] as Each['code']]: Each;
  };
}

/** An error with any status. */
export function error<const Code extends string>(
  status: number,
  code: Code,
  title: string,
  headers: Readonly<Record<string, string>> = {},
): ErrorFields<Code> {
  return { code, status, title, headers };
}

/** The error (404) of a resource that does not exist: `missing('tag_not_found', 'tag')`. */
export function missing<const Code extends `${string}_not_found`>(
  code: Code,
  noun: string,
  texts: { readonly title?: string; readonly detail?: string } = {},
): ReturnType<MissingResource<Code>> {
  const title = `${noun.charAt(0).toUpperCase()}${noun.slice(1)} not found`;
  return { code, status: 404, title, detail: `The workspace has no ${noun} with this ID.`, ...texts };
}

/** An error about what the caller may not do (403). */
export function forbidden<const Code extends string>(code: Code, title: string): ErrorFields<Code> {
  return error(403, code, title);
}

/** An error about the state of a resource (409). */
export function conflict<const Code extends string>(
  code: Code,
  title: string,
  headers: Readonly<Record<string, string>> = {},
): ErrorFields<Code> {
  return error(409, code, title, headers);
}

/** A validation error (422). */
export function invalid<const Code extends string>(code: Code, title: string): ErrorFields<Code> {
  return error(422, code, title);
}
