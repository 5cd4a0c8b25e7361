import { loadBy } from '#shared/platform/http/load-resource.ts';
import { keyParameter } from './workspace-access.ts';

/** Finds the API key of the path. @throws PlatformError `api_key_not_found`, also for a revoked key */
export const loadKey = loadBy('key', keyParameter);
