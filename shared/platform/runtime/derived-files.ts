import { stringify } from 'yaml';
import { buildConsole } from './build-console.ts';

/** A file that the repository does not contain, because it has the content of another file in another syntax. */
type DerivedFile = {
  readonly path: string;
  readonly from: string;
  readonly derive: (text: string) => string;
};

const DERIVED_FILES: readonly DerivedFile[] = [
  { path: 'docs/api/openapi.yaml', from: 'docs/api/openapi.json', derive: toYaml },
  { path: 'console/console.json', from: 'console/main.tsx', derive: () => JSON.stringify(buildConsole()) },
];

/** How the file at this path is derived, or `undefined` if the repository contains it. */
export function derivationOf(path: string): DerivedFile | undefined {
  return DERIVED_FILES.find((file) => file.path === path);
}

function toYaml(json: string): string {
  return stringify(JSON.parse(json), { aliasDuplicateObjects: false, lineWidth: 0 });
}
