// The errors of this product. Each is an export of its own, so that a bundle contains only those that its function uses.

export const media_not_found = {
  code: 'media_not_found',
  status: 404,
  title: 'Media file not found',
  detail: 'The workspace has no media file with this ID.',
} as const;
export const media_in_use = {
  code: 'media_in_use',
  status: 409,
  title: 'A scheduled post uses the media file',
} as const;
export const media_not_uploaded = {
  code: 'media_not_uploaded',
  status: 409,
  title: 'The uploaded file is missing or does not match',
} as const;

declare module '#shared/platform/core/errors.ts' {
  interface DeclaredErrors {
    readonly files: typeof import('#shared/files/errors.ts');
  }
}
