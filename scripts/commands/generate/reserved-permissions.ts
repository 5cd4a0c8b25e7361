import { writeFile } from 'node:fs/promises';
import { reservedPermissionsSource } from '#scripts/lib/generate/reserved-permissions-source.ts';

const FILE = 'shared/workspaces/domain/reserved-permissions.ts';

await writeFile(new URL(`../../../${FILE}`, import.meta.url), reservedPermissionsSource());
console.log(`${FILE} is up to date`);
