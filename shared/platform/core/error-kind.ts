/** A kind of error: its code, the status of its response, and the title of its problem document. */
export type ErrorKind<Code extends string = string> = {
  readonly code: Code;
  readonly status: number;
  readonly title: string;
  /** Headers of its response. */
  readonly headers?: Readonly<Record<string, string>>;
};

/** The error of a resource that the path names and that does not exist. */
export type MissingResource<Code extends string = string> = ErrorKind<Code> & { readonly detail: string };

type Declared<Kinds> = {
  readonly [Code in keyof Kinds & string]: Kinds[Code] & { readonly code: Code };
};

/**
 * Declares the errors of the platform by their codes, by which the HTTP chain finds them. Each error of a product is an export instead.
 * @__NO_SIDE_EFFECTS__
 */
export function declareErrors<
  const Kinds extends Readonly<Record<string, Omit<ErrorKind, 'code'> & { readonly detail?: string }>>,
>(kinds: Kinds): Declared<Kinds> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.fromEntries forgets the names of the members.
  return Object.fromEntries(
    Object.entries(kinds).map(([code, kind]) => [code, { code, ...kind }]),
  ) as Declared<Kinds>;
}
