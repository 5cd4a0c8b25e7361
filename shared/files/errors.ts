import { conflict, missing } from '#shared/platform/core/error-kind.ts';

export const media_not_found = () => missing('media_not_found', 'media file');
export const media_in_use = () => conflict('media_in_use', 'A scheduled post uses the media file');
export const media_not_uploaded = () =>
  conflict('media_not_uploaded', 'The uploaded file is missing or does not match');

declare module '#shared/platform/core/errors.ts' {
  interface DeclaredErrors {
    readonly files: typeof import('#shared/files/errors.ts');
  }
}
