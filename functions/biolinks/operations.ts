import type { Operation } from '#shared/platform/http/operation.ts';
import { operation as acknowledgePage } from './acknowledge-page/operation.ts';
import { operation as chooseConsent } from './choose-consent/operation.ts';
import { operation as createBlock } from './create-block/operation.ts';
import { operation as createDomain } from './create-domain/operation.ts';
import { operation as createPage } from './create-page/operation.ts';
import { operation as createPixel } from './create-pixel/operation.ts';
import { operation as deleteBlock } from './delete-block/operation.ts';
import { operation as deleteDomain } from './delete-domain/operation.ts';
import { operation as deletePage } from './delete-page/operation.ts';
import { operation as deletePixel } from './delete-pixel/operation.ts';
import { operation as exportPageAnalytics } from './export-page-analytics/operation.ts';
import { operation as followLink } from './follow-link/operation.ts';
import { operation as getPageAnalytics } from './get-page-analytics/operation.ts';
import { operation as getPageAsset } from './get-page-asset/operation.ts';
import { operation as getPagePreview } from './get-page-preview/operation.ts';
import { operation as getPageQr } from './get-page-qr/operation.ts';
import { operation as getPage } from './get-page/operation.ts';
import { operation as getPublicPage } from './get-public-page/operation.ts';
import { operation as getRobots } from './get-robots/operation.ts';
import { operation as getSitemap } from './get-sitemap/operation.ts';
import { operation as listBlocks } from './list-blocks/operation.ts';
import { operation as listDomains } from './list-domains/operation.ts';
import { operation as listPages } from './list-pages/operation.ts';
import { operation as listPixels } from './list-pixels/operation.ts';
import { operation as listThemes } from './list-themes/operation.ts';
import { operation as previewPage } from './preview-page/operation.ts';
import { operation as reorderBlocks } from './reorder-blocks/operation.ts';
import { operation as resetPageAnalytics } from './reset-page-analytics/operation.ts';
import { operation as setPageStatus } from './set-page-status/operation.ts';
import { operation as submitSignup } from './submit-signup/operation.ts';
import { operation as unlockPage } from './unlock-page/operation.ts';
import { operation as updateBlock } from './update-block/operation.ts';
import { operation as updatePage } from './update-page/operation.ts';
import { operation as verifyDomain } from './verify-domain/operation.ts';

export const BIOLINKS_OPERATIONS: readonly Operation[] = [
  createPage,
  listPages,
  getPage,
  updatePage,
  setPageStatus,
  previewPage,
  deletePage,
  getPageAnalytics,
  exportPageAnalytics,
  resetPageAnalytics,
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
  getPagePreview,
  followLink,
  unlockPage,
  acknowledgePage,
  chooseConsent,
  submitSignup,
  getRobots,
  getSitemap,
  getPageAsset,
  getPageQr,
];
