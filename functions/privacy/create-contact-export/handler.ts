import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { newExport } from '#shared/privacy/domain/workspace-export.ts';
import { contactExportView } from '#shared/privacy/http/export-view.ts';
import type { WorkspaceExportStore } from '#shared/privacy/ports/workspace-exports.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly exports: Pick<WorkspaceExportStore, 'create'> };

/** Accepts an export of the contacts; the function that writes exports of workspaces writes its files. */
export function createHandler({ exports }: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle({ principal: { workspaceId }, now, command }) {
      const exported = newExport(newId(now), workspaceId, now, ['contacts'], 'contacts');
      const response = { status: 202, body: { data: contactExportView(exported, []) } };
      await exports.create(exported, await command(response));
      return response;
    },
  };
}
