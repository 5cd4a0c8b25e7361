/** What an example of a code contains besides the fields that are the same for every code. */
export type ProblemExample = {
  readonly detail: string;
  /** Where the validation error is. Only for codes that occur with status 422. */
  readonly at?: Readonly<Partial<Record<'pointer' | 'parameter' | 'header', string>>>;
  /** Additional fields of the code. */
  readonly extras?: Readonly<Record<string, unknown>>;
};
