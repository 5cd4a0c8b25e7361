import { type ComparedField, plain, yesOrNo } from '#console/parts/compared-field.ts';
import { platformName } from '#console/screens/messaging/platforms.ts';
import { type BroadcastDraft, comparable } from './broadcast-draft.ts';

/** The fields that an edit compares. */
export const COMPARED_FIELDS: readonly ComparedField<BroadcastDraft>[] = [
  plain('name', 'Name'),
  plain('sender', 'Sender'),
  plain('channel', 'Channel'),
  { name: 'platform', label: 'Platform', textOf: ({ platform }) => platformName(platform) },
  plain('number', 'Phone number'),
  plain('type', 'Type of message'),
  plain('body', 'Text'),
  plain('template', 'Template'),
  plain('language', 'Language of the template'),
  plain('parameters', 'Parameters'),
  plain('media', 'File'),
  { name: 'audience', label: 'Audience', textOf: ({ audience }) => comparable(audience) },
  plain('stage', 'Stage'),
  { name: 'anyTags', label: 'At least one of the tags', textOf: ({ anyTags }) => anyTags.join(', ') },
  { name: 'allTags', label: 'All of the tags', textOf: ({ allTags }) => allTags.join(', ') },
  { name: 'origin', label: 'Platform of the contact', textOf: ({ origin }) => platformName(origin) },
  plain('list', 'Uploaded list'),
  {
    name: 'others',
    label: 'Other conditions',
    textOf: ({ others }) => (others === '{}' ? '' : others),
  },
  plain('rate', 'Messages per second'),
  yesOrNo('isQuiet', 'Quiet hours'),
  plain('quietFrom', 'Quiet from'),
  plain('quietTo', 'Quiet until'),
  plain('budget', 'Budget'),
  plain('messageEvents', 'Events of messages'),
  yesOrNo('requiresApproval', 'Needs an approval'),
];
