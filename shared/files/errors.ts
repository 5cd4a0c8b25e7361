import { declareErrors } from '#shared/platform/core/error-kind.ts';

/** The errors of this product. */
export const filesErrors = declareErrors({
  media_not_found: {
    status: 404,
    title: 'Media file not found',
    detail: 'The workspace has no media file with this ID.',
  },
  media_in_use: { status: 409, title: 'A scheduled post uses the media file' },
  media_not_uploaded: { status: 409, title: 'The uploaded file is missing or does not match' },
});

declare module '#shared/platform/core/errors.ts' {
  interface DeclaredErrors {
    readonly files: typeof filesErrors;
  }
}
