import { Inbox, Megaphone, Phone, Users } from 'lucide';
import type { LoadedScreen } from '#console/screen.ts';

/** Conversations, contacts, broadcasts and phone numbers. */
export const MESSAGING: readonly LoadedScreen[] = [
  {
    path: '/console/conversations',
    name: 'Conversations',
    icon: Inbox,
    needs: ['salesbot:conversations:read'],
    load: async () => (await import('#console/screens/messaging/conversations.tsx')).Conversations,
  },
  {
    path: '/console/conversations/:conversation',
    name: 'Conversation',
    needs: ['salesbot:conversations:read'],
    load: async () =>
      (await import('#console/screens/messaging/conversations/conversation.tsx')).ConversationScreen,
  },
  {
    path: '/console/contacts',
    name: 'Contacts',
    icon: Users,
    needs: ['salesbot:contacts:read'],
    load: async () => (await import('#console/screens/messaging/contacts.tsx')).Contacts,
  },
  {
    path: '/console/contacts/new',
    name: 'New contact',
    needs: ['salesbot:contacts:read', 'salesbot:contacts:write'],
    needsAll: true,
    load: async () => (await import('#console/screens/messaging/contacts/new-contact.tsx')).NewContact,
  },
  {
    path: '/console/contacts/:contact',
    name: 'Contact',
    needs: ['salesbot:contacts:read'],
    load: async () => (await import('#console/screens/messaging/contacts/contact.tsx')).ContactScreen,
  },
  {
    path: '/console/broadcasts',
    name: 'Broadcasts',
    icon: Megaphone,
    needs: ['salesbot:broadcasts:read'],
    load: async () => (await import('#console/screens/broadcasts/broadcasts.tsx')).Broadcasts,
  },
  {
    path: '/console/broadcasts/new',
    name: 'New broadcast',
    needs: ['salesbot:broadcasts:read', 'salesbot:broadcasts:write'],
    needsAll: true,
    load: async () => (await import('#console/screens/broadcasts/new-broadcast.tsx')).NewBroadcast,
  },
  {
    path: '/console/broadcasts/:broadcast',
    name: 'Broadcast',
    needs: ['salesbot:broadcasts:read'],
    load: async () => (await import('#console/screens/broadcasts/broadcast.tsx')).BroadcastScreen,
  },
  {
    path: '/console/broadcasts/:broadcast/recipients',
    name: 'Recipients',
    needs: ['salesbot:broadcasts:read'],
    load: async () => (await import('#console/screens/broadcasts/recipients.tsx')).Recipients,
  },
  {
    path: '/console/numbers',
    name: 'Phone numbers',
    icon: Phone,
    needs: ['salesbot:numbers:read'],
    load: async () => (await import('#console/screens/messaging/numbers.tsx')).Numbers,
  },
  {
    path: '/console/numbers/:number',
    name: 'Templates',
    needs: ['salesbot:numbers:read'],
    load: async () =>
      (await import('#console/screens/messaging/numbers/number-templates.tsx')).NumberTemplates,
  },
];
