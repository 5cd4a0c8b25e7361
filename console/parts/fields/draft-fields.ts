/** What the fields of a draft get. */
export type FieldsProps<Draft> = {
  readonly draft: Draft;
  /** The error of sending the draft as it is now. */
  readonly error: Error | null;
  readonly onChange: (draft: Draft) => void;
};

/**
 * Returns a function that binds a field to a part of a draft: its value, its change, and its errors. The pointer of the API is the name of
 * the part, unless it is another one.
 */
export function fieldsOf<Draft extends object>({ draft, error, onChange }: FieldsProps<Draft>) {
  return <Name extends keyof Draft & string>(name: Name, pointer = `#/${name}`) => ({
    pointer,
    error,
    value: draft[name],
    onValue: (value: Draft[Name]) => onChange({ ...draft, [name]: value }),
  });
}

/** The same for boxes, which show no errors. */
export function boxesOf<Draft extends object>({
  draft,
  onChange,
}: Pick<FieldsProps<Draft>, 'draft' | 'onChange'>) {
  return (name: keyof { [Name in keyof Draft as Draft[Name] extends boolean ? Name : never]: Name }) => ({
    checked: Boolean(draft[name]),
    onCheck: (isChecked: boolean) => onChange({ ...draft, [name]: isChecked }),
  });
}

/** The list with or without an element, which is added at the end. */
export function withElement<T>(list: readonly T[], element: T, isIn: boolean): readonly T[] {
  return isIn ? [...list, element] : list.filter((each) => each !== element);
}
