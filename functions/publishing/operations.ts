import type { Operation } from '#shared/platform/http/operation.ts';
import { operation as approvePost } from './approve-post/operation.ts';
import { operation as completeConnection } from './complete-connection/operation.ts';
import { operation as completeMedia } from './complete-media/operation.ts';
import { operation as connectAccount } from './connect-account/operation.ts';
import { operation as createMediaFromUrl } from './create-media-from-url/operation.ts';
import { operation as createMedia } from './create-media/operation.ts';
import { operation as createPost } from './create-post/operation.ts';
import { operation as createTag } from './create-tag/operation.ts';
import { operation as deleteMediaFiles } from './delete-media-files/operation.ts';
import { operation as deleteMedia } from './delete-media/operation.ts';
import { operation as deleteOauthApp } from './delete-oauth-app/operation.ts';
import { operation as deletePost } from './delete-post/operation.ts';
import { operation as deletePosts } from './delete-posts/operation.ts';
import { operation as deleteTag } from './delete-tag/operation.ts';
import { operation as disconnectAccount } from './disconnect-account/operation.ts';
import { operation as duplicatePost } from './duplicate-post/operation.ts';
import { operation as getAccount } from './get-account/operation.ts';
import { operation as getMediaDownload } from './get-media-download/operation.ts';
import { operation as getMedia } from './get-media/operation.ts';
import { operation as getOauthApp } from './get-oauth-app/operation.ts';
import { operation as getPostRemoval } from './get-post-removal/operation.ts';
import { operation as getPost } from './get-post/operation.ts';
import { operation as getPostingQueue } from './get-posting-queue/operation.ts';
import { operation as getTag } from './get-tag/operation.ts';
import { operation as listAccounts } from './list-accounts/operation.ts';
import { operation as listMedia } from './list-media/operation.ts';
import { operation as listPosts } from './list-posts/operation.ts';
import { operation as listTags } from './list-tags/operation.ts';
import { operation as listWorkspaces } from './list-workspaces/operation.ts';
import { operation as pingApi } from './ping-api/operation.ts';
import { operation as previewPost } from './preview-post/operation.ts';
import { operation as queuePost } from './queue-post/operation.ts';
import { operation as restorePost } from './restore-post/operation.ts';
import { operation as retryPost } from './retry-post/operation.ts';
import { operation as returnAuthorization } from './return-authorization/operation.ts';
import { operation as returnPost } from './return-post/operation.ts';
import { operation as schedulePost } from './schedule-post/operation.ts';
import { operation as setOauthApp } from './set-oauth-app/operation.ts';
import { operation as startConnection } from './start-connection/operation.ts';
import { operation as submitPost } from './submit-post/operation.ts';
import { operation as unschedulePost } from './unschedule-post/operation.ts';
import { operation as updateAccount } from './update-account/operation.ts';
import { operation as updateMedia } from './update-media/operation.ts';
import { operation as updatePost } from './update-post/operation.ts';
import { operation as updatePostingQueue } from './update-posting-queue/operation.ts';
import { operation as updateTag } from './update-tag/operation.ts';

export const PUBLISHING_OPERATIONS: readonly Operation[] = [
  createPost,
  previewPost,
  listPosts,
  getPost,
  getPostRemoval,
  updatePost,
  schedulePost,
  unschedulePost,
  queuePost,
  submitPost,
  approvePost,
  returnPost,
  retryPost,
  getPostingQueue,
  updatePostingQueue,
  deletePost,
  deletePosts,
  restorePost,
  duplicatePost,
  listAccounts,
  connectAccount,
  getAccount,
  updateAccount,
  disconnectAccount,
  startConnection,
  returnAuthorization,
  completeConnection,
  setOauthApp,
  getOauthApp,
  deleteOauthApp,
  listTags,
  createTag,
  getTag,
  updateTag,
  deleteTag,
  createMedia,
  createMediaFromUrl,
  listMedia,
  getMedia,
  getMediaDownload,
  updateMedia,
  completeMedia,
  deleteMedia,
  deleteMediaFiles,
  pingApi,
  listWorkspaces,
];
