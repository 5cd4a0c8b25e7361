/** The logical ids of added and removed resources, sorted. */
export function logicalIdChanges(
  before: readonly string[],
  after: readonly string[],
): { readonly added: readonly string[]; readonly removed: readonly string[] } {
  const [old, current] = [logicalIds(before), logicalIds(after)];
  return {
    added: [...current].filter((id) => !old.has(id)).toSorted(),
    removed: [...old].filter((id) => !current.has(id)).toSorted(),
  };
}

/** The keys of a snapshot start with the logical id of a resource. */
function logicalIds(snapshots: readonly string[]): ReadonlySet<string> {
  return new Set(
    snapshots.flatMap((text) => Object.keys(JSON.parse(text)).map((key) => key.split('.')[0] ?? key)),
  );
}
