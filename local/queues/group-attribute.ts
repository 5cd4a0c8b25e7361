/** The message attribute that carries the message group through fauxqs. */
export const GROUP_ATTRIBUTE = 'local.MessageGroupId';
