/** A number of the documentation for text messages. */
export const phoneNumber = {
  id: '0198f3a2-5e0a-7a40-b6d1-4c8e2f7a9b30',
  platform: 'sms',
  phone: '+12025550100',
  origination_id: 'phone-0123456789abcdef0123456789abcdef',
  business_account_id: null,
  state: 'verified',
  reason: null,
  verified_at: '2026-03-14T09:05:00.000Z',
  created_at: '2026-03-14T09:00:00.000Z',
  updated_at: '2026-03-14T09:05:00.000Z',
};

export const messageTemplate = {
  name: 'order_update',
  language: 'en_US',
  status: 'APPROVED',
  category: 'UTILITY',
};
