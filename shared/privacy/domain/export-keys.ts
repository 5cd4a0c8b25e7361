import {
  EXPORTED_RESOURCES,
  type ExportedResource,
  type ExportFile,
  type ExportScope,
  type WorkspaceExport,
} from './workspace-export.ts';

/** The prefixes of the files in the bucket. The id of the workspace follows. */
const PREFIXES: Readonly<Record<ExportScope, string>> = { workspace: 'exports', contacts: 'contact-exports' };

type ExportId = Pick<WorkspaceExport, 'workspaceId' | 'id' | 'scope'>;

/** The key of an NDJSON file in the bucket. */
export function fileKey(exported: ExportId, { name, run }: Pick<ExportFile, 'name' | 'run'>): string {
  return keyOf(exported, `${run}/${name}`);
}

/** The kind of records in the file with this key; undefined for a copied media file. */
export function kindOfFile(key: string): ExportedResource | undefined {
  const [, kind] = /\/([a-z-]+)-\d{4,}\.ndjson$/u.exec(key) ?? [];
  return EXPORTED_RESOURCES.find((each) => each === kind);
}

/** The prefixes of all files of a workspace's exports, in the order of their keys. */
export function exportPrefixes(workspaceId: string): string[] {
  return Object.values(PREFIXES)
    .map((prefix) => `${prefix}/${workspaceId}/`)
    .toSorted();
}

/** The key of a copied media file. It is the same in each run, because a media file never changes. */
export function copyKey(exported: ExportId, name: string): string {
  return keyOf(exported, name);
}

function keyOf({ workspaceId, id, scope }: ExportId, name: string): string {
  return `${PREFIXES[scope]}/${workspaceId}/${id}/${name}`;
}
