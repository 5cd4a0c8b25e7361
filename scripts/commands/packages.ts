import { join } from 'node:path';
import { buildPackages, PACKAGES } from '#scripts/lib/packages/build-packages.ts';
import { REPOSITORY } from '#scripts/lib/packages/repository.ts';

const outdir = join(REPOSITORY, 'dist/packages');
buildPackages(outdir, process.env['GITHUB_REPOSITORY']);
for (const name of PACKAGES) console.log(join(outdir, name));
