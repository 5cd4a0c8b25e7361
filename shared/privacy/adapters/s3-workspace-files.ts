import { createS3Requests } from '#shared/platform/adapters/s3-requests.ts';
import type { FileSettings } from '#shared/platform/runtime/file-settings.ts';
import type { WorkspaceFiles } from '#shared/privacy/ports/workspace-eraser.ts';
import { listVersions, removeVersion } from './s3-versions.ts';

/** Versions listed at a time for each prefix, and deleted concurrently. */
const LISTED = 200;
const AT_ONCE = 10;

/** Prefixes of the object keys; the id of the workspace follows. */
const PREFIXES = ['media/', 'pending/', 'exports/', 'contact-exports/', 'imports/'];

/** The files of a workspace in the media bucket, whose versioning keeps deleted files for a while. */
export function createS3WorkspaceFiles(settings: FileSettings): WorkspaceFiles {
  const s3 = createS3Requests(settings);

  return {
    async erasePage(workspaceId) {
      let erased = 0;
      for (const each of PREFIXES) {
        const { versions } = await listVersions(s3, { prefix: `${each}${workspaceId}/`, limit: LISTED });
        for (let at = 0; at < versions.length; at += AT_ONCE)
          await Promise.all(versions.slice(at, at + AT_ONCE).map((version) => removeVersion(s3, version)));
        erased += versions.length;
      }
      return { erased, readUnits: 0, cursor: erased === 0 ? null : 'more' };
    },
  };
}
