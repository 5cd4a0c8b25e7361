import { deploymentRehearsal } from './deployment.ts';
import { migrationRehearsal } from './migration.ts';
import type { Rehearsal } from './rehearsal.ts';
import { restoreRehearsal } from './restore.ts';

/** The shortest first. */
export const REHEARSALS: readonly Rehearsal[] = [migrationRehearsal, restoreRehearsal, deploymentRehearsal];
