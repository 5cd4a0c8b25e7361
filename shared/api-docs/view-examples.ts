import { account, broadcast, media, post, publication, scheduling, tag, upload } from './content-examples.ts';
import { domain, font, linkBlock, page, pixel, theme } from './page-examples.ts';
import {
  delivery,
  deliveryWithPayload,
  enabledIgnoredWarning,
  endpoint,
  recovery,
  subscriptionWarning,
} from './webhook-examples.ts';
import {
  auditEvent,
  consoleLink,
  exportMedia,
  key,
  member,
  recompute,
  workspace,
} from './workspace-examples.ts';

/** Examples of the named views, for the components of the document and the responses that contain them. */
export const VIEW_EXAMPLES: Readonly<Record<string, unknown>> = {
  Account: account,
  ApiKey: key,
  AuditEvent: auditEvent,
  Broadcast: broadcast,
  ConsoleLink: consoleLink,
  Delivery: delivery,
  DeliveryWithPayload: deliveryWithPayload,
  Domain: domain,
  EnabledIgnoredWarning: enabledIgnoredWarning,
  Endpoint: endpoint,
  ExportMedia: exportMedia,
  Font: font,
  LinkBlock: linkBlock,
  ListedPost: post,
  Media: media,
  Member: member,
  Page: page,
  Pixel: pixel,
  Post: { ...post, publications: [], warnings: [], warnings_total: 0 },
  Publication: publication,
  Recompute: recompute,
  Recovery: recovery,
  Scheduling: scheduling,
  SubscriptionWarning: subscriptionWarning,
  Tag: tag,
  Theme: theme,
  Upload: upload,
  Workspace: workspace,
};
