import { join } from 'node:path';

/** Where the pinned tools are installed on first use; ignored by git. */
export const CACHE = join(import.meta.dirname, '../../../node_modules/.cache');
