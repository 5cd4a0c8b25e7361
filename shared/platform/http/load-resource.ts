import type { Principal } from '#shared/platform/core/principal.ts';
import { notFound } from './not-found.ts';
import type { PathParameter } from './operation.ts';

/** A reader that finds a resource of a workspace by its id. */
type Finder<T> = { readonly find: (workspaceId: string, id: string) => Promise<T | undefined> };

/** A request whose path names a resource. */
export type RequestFor<Name extends string> = {
  readonly principal: Principal;
  readonly params: Readonly<Record<Name, string>>;
};

/** The function that finds what a variable of the path names, in the workspace of the caller. It throws the 404 of the variable. */
export function loadBy<const Name extends string>(name: Name, parameter: PathParameter) {
  return async <T>(reader: Finder<T>, { principal, params }: RequestFor<Name>): Promise<T> => {
    const found = await reader.find(principal.workspaceId, params[name]);
    if (!found) throw notFound(parameter.notFound);
    return found;
  };
}
