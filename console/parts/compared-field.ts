/** A part of a draft, with its value as text. Two drafts have the same value if their texts are equal. */
export type ComparedField<D> = {
  readonly name: keyof D;
  readonly label: string;
  readonly textOf: (draft: D) => string;
};

/** A part of a draft that is compared as it is. */
export function plain<D>(name: keyof D, label: string): ComparedField<D> {
  return { name, label, textOf: (draft) => String(draft[name]) };
}

/** A part of a draft that is true or false. */
export function yesOrNo<D>(name: keyof D, label: string): ComparedField<D> {
  return { name, label, textOf: (draft) => (draft[name] === true ? 'yes' : 'no') };
}

/** Whether a field has the same value in two drafts. */
export function hasSame<D>({ textOf }: ComparedField<D>, one: D, other: D): boolean {
  return textOf(one) === textOf(other);
}

/** The current draft with the fields that the person changed. */
export function rebased<D extends object>(
  fields: readonly ComparedField<D>[],
  { base, mine, theirs }: { readonly base: D; readonly mine: D; readonly theirs: D },
): D {
  const draft = { ...theirs };
  for (const field of fields) if (!hasSame(field, base, mine)) draft[field.name] = mine[field.name];
  return draft;
}
