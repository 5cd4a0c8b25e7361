import type { PrepareDependencies } from '#shared/messaging/use-cases/prepare-send.ts';

type Reads = Pick<PrepareDependencies, 'numbers' | 'media'>;

/** The number and the file are the same for all recipients, so one block reads each of them once. */
export function createReadOnce({ numbers, media }: Reads): Reads {
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
