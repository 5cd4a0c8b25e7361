/** The value of `NOTIFICATION_SENDER` in a stage without a sender of mail. */
export const NO_SENDER = 'none';
