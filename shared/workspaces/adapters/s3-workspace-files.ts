import { createS3Requests, rejectResponse } from '#shared/platform/adapters/s3-requests.ts';
import type { FileSettings } from '#shared/platform/runtime/file-settings.ts';
import type { WorkspaceFiles } from '#shared/workspaces/ports/workspace-eraser.ts';

/** Timeout of one attempt in milliseconds. */
const LIMIT_MS = 5000;

/** Objects listed at a time for each prefix, and deleted concurrently. */
const MAX_KEYS = '200';
const AT_ONCE = 10;

/** Prefixes of the object keys; the id of the workspace follows. */
const PREFIXES = ['media/', 'pending/', 'exports/', 'contact-exports/', 'imports/'];

/** A version of an object or a delete marker; both look the same in the list of versions. */
const VERSION = /<(?:Version|DeleteMarker)>.*?<Key>([^<]+)<\/Key>.*?<VersionId>([^<]+)<\/VersionId>/gsu;

/** The files of a workspace in the media bucket, whose versioning keeps deleted files for a while. */
export function createS3WorkspaceFiles(settings: FileSettings): WorkspaceFiles {
  const s3 = createS3Requests(settings);

  return {
    async erasePage(workspaceId) {
      let erased = 0;
      for (const prefix of PREFIXES) {
        const found = await versionsUnder(`${prefix}${workspaceId}/`);
        for (let at = 0; at < found.length; at += AT_ONCE)
          await Promise.all(found.slice(at, at + AT_ONCE).map(removeVersion));
        erased += found.length;
      }
      return { erased, readUnits: 0, cursor: erased === 0 ? null : 'more' };
    },
  };

  function versionsUnder(prefix: string): Promise<{ key: string; versionId: string }[]> {
    const query = { versions: '', prefix, 'max-keys': MAX_KEYS };
    return s3.send({ method: 'GET', key: '', query }, LIMIT_MS, (response) => {
      if (response.status !== 200) return rejectResponse(response);
      return [...response.body.toString().matchAll(VERSION)].map(([, key = '', versionId = '']) => ({
        key,
        versionId,
      }));
    });
  }

  async function removeVersion({ key, versionId }: { readonly key: string; readonly versionId: string }) {
    await s3.send({ method: 'DELETE', key, query: { versionId } }, LIMIT_MS, (response) => {
      if (response.status !== 204) rejectResponse(response);
    });
  }
}
