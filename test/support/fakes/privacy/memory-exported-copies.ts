import { exportPrefixes } from '#shared/privacy/domain/export-keys.ts';
import type { ExportedCopies, StoredCopy } from '#shared/privacy/ports/exported-copies.ts';

type Version = StoredCopy & { readonly text: string };

/** The files of exports in memory. A replaced version stays until it is removed, as in a bucket with versioning. */
export function createMemoryExportedCopies(now: () => Date = () => new Date()) {
  let versions: Version[] = [];
  let writes = 0;

  /** The version of a replacement is removed with it, unless a test interrupts the replacement. */
  function put(key: string, text: string): void {
    writes += 1;
    const latest = { key, text, versionId: `v${writes}`, isLatest: true, writtenAt: now() };
    versions = [latest, ...versions.map((each) => (each.key === key ? { ...each, isLatest: false } : each))];
  }

  const copies: ExportedCopies = {
    async *list(workspaceId, after = '') {
      for (const prefix of exportPrefixes(workspaceId)) {
        const found = versions.filter(({ key }) => key.startsWith(prefix) && key > after);
        for (const { text: _, ...copy } of found.toSorted((a, b) => (a.key < b.key ? -1 : 1))) yield copy;
      }
    },
    read: async (key) => versions.find((each) => each.key === key && each.isLatest)?.text,
    async replace(copy, text) {
      put(copy.key, text);
      await copies.remove(copy);
    },
    async remove({ key, versionId }) {
      versions = versions.filter((each) => each.key !== key || each.versionId !== versionId);
    },
  };

  return {
    ...copies,
    put,
    /** Texts of all versions by key, the latest first. */
    texts: (key: string) => versions.filter((each) => each.key === key).map(({ text }) => text),
  };
}
