import type { PrepareDependencies } from '#shared/messaging/use-cases/prepare-send.ts';

/** The reads of the number and of the file of a broadcast. */
export type BatchReads = Pick<PrepareDependencies, 'numbers' | 'media'>;

/**
 * All recipients have the same number and file, so one batch reads each of them once. The next batch reads them again, so that a number
 * that was disconnected sends nothing more.
 */
export function createBatchReads({ numbers, media }: BatchReads): BatchReads {
  return {
    numbers: { find: once((workspaceId, id) => numbers.find(workspaceId, id)) },
    media: { find: once((workspaceId, id) => media.find(workspaceId, id)) },
  };
}

function once<Id extends string | number, Result>(read: (workspaceId: string, id: Id) => Promise<Result>) {
  const found = new Map<Id, Promise<Result>>();
  return (workspaceId: string, id: Id): Promise<Result> => {
    const result = found.get(id) ?? read(workspaceId, id);
    found.set(id, result);
    return result;
  };
}
