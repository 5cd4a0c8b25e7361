import * as v from 'valibot';
import type { ServedAt } from '#shared/platform/core/stage-hosts.ts';
import type { DeployedFiles } from '#shared/platform/runtime/deployed-files.ts';
import { ROUTES_FILE } from '#shared/platform/runtime/derived-files.ts';

/** A route of another operation. */
export type KnownRoute = {
  readonly path: string;
  readonly methods: readonly string[];
  readonly servedAt: ServedAt;
};

const routesFile = v.array(
  v.object({
    path: v.string(),
    methods: v.array(v.string()),
    servedAt: v.picklist(['api', 'pages', 'any']),
  }),
);

/** Reads the routes once. A file that could not be read is read again by the next call. */
export function routeLoader(deployed: DeployedFiles): () => Promise<readonly KnownRoute[]> {
  let loaded: Promise<readonly KnownRoute[]> | undefined;
  return () => {
    loaded ??= deployed.read(ROUTES_FILE).then((text) => v.parse(routesFile, JSON.parse(text.toString())));
    loaded.catch(() => {
      loaded = undefined;
    });
    return loaded;
  };
}
