import { jsonObject } from '#shared/platform/core/json-object.ts';

/** The body of an operation that needs none: `{}`, or nothing. Fields that do not exist are still an error. */
export const EMPTY_BODY = { body: jsonObject({}), optionalBody: true } as const;
