import { fileURLToPath } from 'node:url';

/** Root folder of the repository. */
export const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));
