/** What is wrong in the example of a code with status 422, and where. */
export type IssueExample = {
  readonly detail: string;
  readonly at: Readonly<Partial<Record<'pointer' | 'parameter' | 'header', string>>>;
};

/** What is wrong in the example of a code. */
export type ProblemExample = string | IssueExample;

/** The example of a validation error in a body. */
export function at(pointer: string, detail: string): IssueExample {
  return { detail, at: { pointer } };
}
