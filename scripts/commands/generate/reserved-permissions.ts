import { reservedPermissionsSource } from '#scripts/lib/generate/reserved-permissions-source.ts';
import { writeGenerated } from '#scripts/lib/generate/write-generated.ts';

writeGenerated('shared/workspaces/domain/reserved-permissions.ts', reservedPermissionsSource());
