export const handled = 'not a handler';
