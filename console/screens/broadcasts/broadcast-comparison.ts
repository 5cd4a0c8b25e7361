import type { ComparedField } from '#console/parts/compared-field.ts';
import { platformName } from '#console/screens/messaging/platforms.ts';
import { type BroadcastDraft, comparable } from './broadcast-draft.ts';

/** The fields that an edit compares. */
export const COMPARED_FIELDS: readonly ComparedField<BroadcastDraft>[] = [
  { name: 'name', label: 'Name', textOf: ({ name }) => name },
  { name: 'sender', label: 'Sender', textOf: ({ sender }) => sender },
  { name: 'channel', label: 'Channel', textOf: ({ channel }) => channel },
  { name: 'platform', label: 'Platform', textOf: ({ platform }) => platformName(platform) },
  { name: 'number', label: 'Phone number', textOf: ({ number }) => number },
  { name: 'type', label: 'Type of message', textOf: ({ type }) => type },
  { name: 'body', label: 'Text', textOf: ({ body }) => body },
  { name: 'template', label: 'Template', textOf: ({ template }) => template },
  { name: 'language', label: 'Language of the template', textOf: ({ language }) => language },
  { name: 'parameters', label: 'Parameters', textOf: ({ parameters }) => parameters },
  { name: 'media', label: 'File', textOf: ({ media }) => media },
  { name: 'audience', label: 'Audience', textOf: ({ audience }) => comparable(audience) },
  { name: 'stage', label: 'Stage', textOf: ({ stage }) => stage },
  { name: 'anyTags', label: 'At least one of the tags', textOf: ({ anyTags }) => anyTags.join(', ') },
  { name: 'allTags', label: 'All of the tags', textOf: ({ allTags }) => allTags.join(', ') },
  { name: 'origin', label: 'Platform of the contact', textOf: ({ origin }) => platformName(origin) },
  { name: 'list', label: 'Uploaded list', textOf: ({ list }) => list },
  {
    name: 'others',
    label: 'Other conditions',
    textOf: ({ others }) => (others === '{}' ? '' : others),
  },
  { name: 'rate', label: 'Messages per second', textOf: ({ rate }) => rate },
  { name: 'isQuiet', label: 'Quiet hours', textOf: ({ isQuiet }) => (isQuiet ? 'yes' : 'no') },
  { name: 'quietFrom', label: 'Quiet from', textOf: ({ quietFrom }) => quietFrom },
  { name: 'quietTo', label: 'Quiet until', textOf: ({ quietTo }) => quietTo },
  { name: 'budget', label: 'Budget', textOf: ({ budget }) => budget },
  { name: 'messageEvents', label: 'Events of messages', textOf: ({ messageEvents }) => messageEvents },
  {
    name: 'requiresApproval',
    label: 'Needs an approval',
    textOf: ({ requiresApproval }) => (requiresApproval ? 'yes' : 'no'),
  },
];
