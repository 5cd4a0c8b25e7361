// The objects of all samples belong to one customer, who orders, books, pays and talks to the workspace.

/** Sample of a contact; the phone number is from the range reserved for fiction. */
export const sampleContact = {
  id: '0198f3a2-6c1e-7b54-9d3f-2a7c51e80b11',
  name: 'Ada Moreau',
  email: 'ada.moreau@example.com',
  phone: '+12025550143',
  platform: 'whatsapp',
  stage: 'customer',
  tags: ['newsletter', 'vip'],
  created_at: '2026-01-12T08:15:30.000Z',
};

/** Sample of an open conversation. */
export const sampleConversation = { id: '0198f3a4-0f42-7d10-8a6b-91c3d7e2f405', status: 'open' };

/** Sample of a message from the contact. */
export const sampleIncomingMessage = {
  id: '0198f3a5-77b8-7e93-b2c4-5f06a8d1934e',
  text: 'Hello! Is the blue lamp back in stock? 💡',
  type: 'text',
  platform: 'whatsapp',
  direction: 'in',
  status: 'received',
  sent_at: '2026-03-14T09:26:53.000Z',
  status_at: '2026-03-14T09:26:54.120Z',
};

/** Sample of a message to the contact. */
export const sampleOutgoingMessage = {
  ...sampleIncomingMessage,
  id: '0198f3a6-2d6f-7a0c-8e57-c4b9130fa762',
  text: 'Yes, it came in this morning. Shall we keep one for you?',
  direction: 'out',
  status: 'sent',
};

/** Sample of an automation. */
export const sampleAutomation = {
  id: '0198f3a7-9e15-7c48-a1d2-08f6e37b5c90',
  name: 'Welcome new customers',
  builder: 'visual',
};

/** Sample of a broadcast in flight. */
export const sampleBroadcast = {
  id: '0198f3a8-41d0-7f26-9b83-e75a2c06d41f',
  name: 'Spring collection',
  recipients: 1_250,
  sent: 0,
  failed: 0,
};

/** Sample of a successful payment. */
export const samplePayment = {
  id: '0198f3a9-b80a-7135-8cf4-6d29e1a05b73',
  provider: 'stripe',
  amount: '129.90',
  currency: 'EUR',
  status: 'succeeded',
  paid_at: '2026-03-14T10:02:11.000Z',
};

/** Sample of a booking. */
export const sampleBooking = {
  id: '0198f3aa-5c97-7e6d-b04a-f318d2c7690e',
  meeting_type: 'Lighting consultation',
  status: 'confirmed',
  scheduled_at: '2026-03-20T14:00:00.000Z',
  ends_at: '2026-03-20T14:45:00.000Z',
};

/** Sample of a new order. */
export const sampleOrder = {
  id: '0198f3ab-e3f1-7492-9a75-1b8c04e6d52a',
  number: '#1042',
  total: '129.90',
  currency: 'EUR',
  status: 'created',
  provider: 'shopify',
};
