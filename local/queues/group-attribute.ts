/** The message attribute under which a message group travels through fauxqs. */
export const GROUP_ATTRIBUTE = 'local.MessageGroupId';
