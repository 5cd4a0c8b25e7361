import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The folder of every function below `root`, which has the form `<root>/<product>/<function>/index.ts`, by the function's
 * name. A deployed function is named after its folder alone. @throws Error if two products use the same name
 */
export function functionFolders(root: string): ReadonlyMap<string, string> {
  const folders = new Map<string, string>();
  for (const product of subfolders(root))
    for (const name of subfolders(join(root, product))) {
      const folder = join(root, product, name);
      if (!existsSync(join(folder, 'index.ts'))) continue;
      const other = folders.get(name);
      if (other !== undefined) throw new Error(`Two functions are called ${name}: ${other} and ${folder}`);
      folders.set(name, folder);
    }
  return folders;
}

function subfolders(path: string): readonly string[] {
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();
}
