/**
 * Whether a resource already has what an edit sets: none of the changed fields is among those that still differ. Other fields may differ,
 * because another person may have changed them in the meantime.
 */
export function carriesOut(changes: object, stillDifferent: object): boolean {
  return Object.keys(changes).every((field) => !Object.hasOwn(stillDifferent, field));
}
