import { checkArchitecture, printViolation } from '#scripts/lib/architecture/check.ts';
import { crowdedFolders } from '#scripts/lib/architecture/folder-sizes.ts';
import { readPaths, readTree } from '#scripts/lib/architecture/read-tree.ts';

const files = readTree();
const violations = [...checkArchitecture(files), ...crowdedFolders(readPaths())];
for (const violation of violations) console.error(printViolation(violation));
console.log(`${Object.keys(files).length} files, ${violations.length} violations`);
process.exitCode = violations.length === 0 ? 0 : 1;
