import * as v from 'valibot';
import { decodeNumberCursor, encodeCursor } from '#shared/platform/http/cursor.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { copyKey, fileKey } from '#shared/privacy/domain/export-keys.ts';
import type { ExportFile, WorkspaceExport } from '#shared/privacy/domain/workspace-export.ts';
import { copiedMediaSchema } from '#shared/privacy/http/export-media-view.ts';
import { loadExport } from '#shared/privacy/http/load-export.ts';
import type { ExportFiles, WorkspaceExportReader } from '#shared/privacy/ports/workspace-exports.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly exports: WorkspaceExportReader;
  readonly exportFiles: Pick<ExportFiles, 'presignRead' | 'read'>;
};

const lineSchema = v.pipe(v.string(), v.parseJson(), copiedMediaSchema);

/** Lists the copied media files of an export. The cursor is the number of files before it. */
export function createHandler({
  exports,
  exportFiles,
}: Dependencies): OperationHandler<typeof operation, WorkspaceExport> {
  return {
    load: ({ principal, params, now }) => loadExport(exports, principal, params.export, now),

    async handle({ resource: found, query: { limit, cursor }, now }) {
      const scope = { list: 'export-media', export: found.id };
      const skipped = decodeNumberCursor(cursor, scope) ?? 0;
      const { lists, before, total } = listsWith(found, skipped, limit);
      const texts = await Promise.all(lists.map((list) => exportFiles.read(fileKey(found, list))));
      const copied = texts
        .flatMap((text) => text.split('\n').filter(Boolean))
        .slice(skipped - before, skipped - before + limit)
        .map((line) => v.parse(lineSchema, line));
      const data = await Promise.all(
        copied.map(async (one) => ({
          ...one,
          url: await exportFiles.presignRead(copyKey(found, one.file), now),
        })),
      );
      const end = skipped + data.length;
      const hasMore = end < total;
      const next = hasMore ? encodeCursor(String(end), scope) : null;
      return { status: 200, body: { data, next_cursor: next, has_more: hasMore } };
    },
  };
}

/** The lists with the files of this range, the number of files before the first of these lists, and the number of all files. */
function listsWith({ state, files }: WorkspaceExport, skipped: number, limit: number) {
  const lists: ExportFile[] = [];
  let total = 0;
  let before = 0;
  for (const file of state === 'completed' ? files : []) {
    const { name, records } = file;
    if (!name.startsWith('media-files-')) continue;
    if (total + records <= skipped) before = total + records;
    else if (total < skipped + limit) lists.push(file);
    total += records;
  }
  return { lists, before, total };
}
