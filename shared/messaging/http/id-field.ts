import * as v from 'valibot';
import { issue } from '#shared/platform/core/issue.ts';

/** The ID of another resource in a body or query, compared in lower case. */
export const idField = v.pipe(v.string(), v.uuid(issue('invalid_format', 'Use a UUID.')), v.toLowerCase());
