import type { Operation } from '#shared/http/operation.ts';
import { operation as acknowledgePage } from './acknowledge-page/operation.ts';
import { operation as approveBroadcast } from './approve-broadcast/operation.ts';
import { operation as cancelBroadcast } from './cancel-broadcast/operation.ts';
import { operation as chooseConsent } from './choose-consent/operation.ts';
import { operation as completeMedia } from './complete-media/operation.ts';
import { operation as connectAccount } from './connect-account/operation.ts';
import { operation as createApiKey } from './create-api-key/operation.ts';
import { operation as createBlock } from './create-block/operation.ts';
import { operation as createBroadcast } from './create-broadcast/operation.ts';
import { operation as createDomain } from './create-domain/operation.ts';
import { operation as createEndpoint } from './create-endpoint/operation.ts';
import { operation as createMedia } from './create-media/operation.ts';
import { operation as createMember } from './create-member/operation.ts';
import { operation as createPage } from './create-page/operation.ts';
import { operation as createPixel } from './create-pixel/operation.ts';
import { operation as createPost } from './create-post/operation.ts';
import { operation as createTag } from './create-tag/operation.ts';
import { operation as deleteApiKey } from './delete-api-key/operation.ts';
import { operation as deleteBlock } from './delete-block/operation.ts';
import { operation as deleteBroadcast } from './delete-broadcast/operation.ts';
import { operation as deleteDomain } from './delete-domain/operation.ts';
import { operation as deleteEndpoint } from './delete-endpoint/operation.ts';
import { operation as deleteMedia } from './delete-media/operation.ts';
import { operation as deleteMember } from './delete-member/operation.ts';
import { operation as deletePage } from './delete-page/operation.ts';
import { operation as deletePixel } from './delete-pixel/operation.ts';
import { operation as deletePost } from './delete-post/operation.ts';
import { operation as deletePosts } from './delete-posts/operation.ts';
import { operation as deleteTag } from './delete-tag/operation.ts';
import { operation as disconnectAccount } from './disconnect-account/operation.ts';
import { operation as duplicatePost } from './duplicate-post/operation.ts';
import { operation as enableEndpoint } from './enable-endpoint/operation.ts';
import { operation as getAccount } from './get-account/operation.ts';
import { operation as eraseContact } from './erase-contact/operation.ts';
import { operation as getApiKey } from './get-api-key/operation.ts';
import { operation as getBroadcast } from './get-broadcast/operation.ts';
import { operation as getCurrentKey } from './get-current-key/operation.ts';
import { operation as getDelivery } from './get-delivery/operation.ts';
import { operation as getDocument } from './get-document/operation.ts';
import { operation as getEndpoint } from './get-endpoint/operation.ts';
import { operation as getHealth } from './get-health/operation.ts';
import { operation as getMedia } from './get-media/operation.ts';
import { operation as getPageAsset } from './get-page-asset/operation.ts';
import { operation as getPage } from './get-page/operation.ts';
import { operation as getPost } from './get-post/operation.ts';
import { operation as getPublicPage } from './get-public-page/operation.ts';
import { operation as getRecovery } from './get-recovery/operation.ts';
import { operation as getRobots } from './get-robots/operation.ts';
import { operation as getSitemap } from './get-sitemap/operation.ts';
import { operation as getTag } from './get-tag/operation.ts';
import { operation as getWorkspace } from './get-workspace/operation.ts';
import { operation as ingestEvent } from './ingest-event/operation.ts';
import { operation as listAccounts } from './list-accounts/operation.ts';
import { operation as listApiKeys } from './list-api-keys/operation.ts';
import { operation as listAuditEvents } from './list-audit-events/operation.ts';
import { operation as listAvailableEvents } from './list-available-events/operation.ts';
import { operation as listBlocks } from './list-blocks/operation.ts';
import { operation as listBroadcasts } from './list-broadcasts/operation.ts';
import { operation as listDeliveries } from './list-deliveries/operation.ts';
import { operation as listDomains } from './list-domains/operation.ts';
import { operation as listEndpoints } from './list-endpoints/operation.ts';
import { operation as listMedia } from './list-media/operation.ts';
import { operation as listMembers } from './list-members/operation.ts';
import { operation as listPages } from './list-pages/operation.ts';
import { operation as listPixels } from './list-pixels/operation.ts';
import { operation as listPosts } from './list-posts/operation.ts';
import { operation as listTags } from './list-tags/operation.ts';
import { operation as listThemes } from './list-themes/operation.ts';
import { operation as listWorkspaceDeliveries } from './list-workspace-deliveries/operation.ts';
import { operation as pauseEndpoint } from './pause-endpoint/operation.ts';
import { operation as previewEndpoint } from './preview-endpoint/operation.ts';
import { operation as recoverEndpoint } from './recover-endpoint/operation.ts';
import { operation as reorderBlocks } from './reorder-blocks/operation.ts';
import { operation as reportBroadcast } from './report-broadcast/operation.ts';
import { operation as resendDelivery } from './resend-delivery/operation.ts';
import { operation as restorePost } from './restore-post/operation.ts';
import { operation as revokeApproval } from './revoke-approval/operation.ts';
import { operation as rotateSecret } from './rotate-secret/operation.ts';
import { operation as routeNotFound } from './route-not-found/operation.ts';
import { operation as scheduleBroadcast } from './schedule-broadcast/operation.ts';
import { operation as schedulePost } from './schedule-post/operation.ts';
import { operation as sendBroadcast } from './send-broadcast/operation.ts';
import { operation as sendTestEvent } from './send-test-event/operation.ts';
import { operation as setPageStatus } from './set-page-status/operation.ts';
import { operation as takeOverEndpoint } from './take-over-endpoint/operation.ts';
import { operation as unlockPage } from './unlock-page/operation.ts';
import { operation as unscheduleBroadcast } from './unschedule-broadcast/operation.ts';
import { operation as unschedulePost } from './unschedule-post/operation.ts';
import { operation as updateAccount } from './update-account/operation.ts';
import { operation as updateApiKey } from './update-api-key/operation.ts';
import { operation as updateBlock } from './update-block/operation.ts';
import { operation as updateBroadcast } from './update-broadcast/operation.ts';
import { operation as updateEndpoint } from './update-endpoint/operation.ts';
import { operation as updateMedia } from './update-media/operation.ts';
import { operation as updateMember } from './update-member/operation.ts';
import { operation as updatePage } from './update-page/operation.ts';
import { operation as updatePost } from './update-post/operation.ts';
import { operation as updateTag } from './update-tag/operation.ts';
import { operation as updateWorkspace } from './update-workspace/operation.ts';
import { operation as verifyDomain } from './verify-domain/operation.ts';

/**
 * Every operation of the API: what the stacks deploy, the local gateway routes and the `$default` route knows. Operations
 * themselves never import this list, so that each function is loaded with its own schemas only.
 */
export const OPERATIONS: readonly Operation[] = [
  getHealth,
  getDocument,
  routeNotFound,
  getCurrentKey,
  getWorkspace,
  schedulePost,
  unschedulePost,
  deletePost,
  deletePosts,
  restorePost,
  duplicatePost,
  updateWorkspace,
  listMembers,
  createMember,
  updateMember,
  deleteMember,
  createApiKey,
  listApiKeys,
  getApiKey,
  updateApiKey,
  deleteApiKey,
  listAuditEvents,
  listAvailableEvents,
  previewEndpoint,
  createEndpoint,
  listEndpoints,
  getEndpoint,
  updateEndpoint,
  enableEndpoint,
  pauseEndpoint,
  takeOverEndpoint,
  deleteEndpoint,
  rotateSecret,
  sendTestEvent,
  listWorkspaceDeliveries,
  listDeliveries,
  getDelivery,
  resendDelivery,
  recoverEndpoint,
  getRecovery,
  ingestEvent,
  eraseContact,
  createBroadcast,
  listBroadcasts,
  getBroadcast,
  updateBroadcast,
  deleteBroadcast,
  scheduleBroadcast,
  unscheduleBroadcast,
  sendBroadcast,
  cancelBroadcast,
  approveBroadcast,
  revokeApproval,
  reportBroadcast,
  createPost,
  listPosts,
  getPost,
  updatePost,
  listAccounts,
  connectAccount,
  getAccount,
  updateAccount,
  disconnectAccount,
  listTags,
  createTag,
  getTag,
  updateTag,
  deleteTag,
  createMedia,
  listMedia,
  getMedia,
  updateMedia,
  completeMedia,
  deleteMedia,
  createPage,
  listPages,
  getPage,
  updatePage,
  setPageStatus,
  deletePage,
  listBlocks,
  createBlock,
  updateBlock,
  deleteBlock,
  reorderBlocks,
  listThemes,
  listDomains,
  createDomain,
  verifyDomain,
  deleteDomain,
  listPixels,
  createPixel,
  deletePixel,
  getPublicPage,
  unlockPage,
  acknowledgePage,
  chooseConsent,
  getRobots,
  getSitemap,
  getPageAsset,
];
