// Runs before the first paint, so that no other colours flash. Its file has at most 500 bytes.
import { applyTheme, STORED_THEME } from './theme.ts';

try {
  const theme = localStorage.getItem(STORED_THEME);
  if (theme === 'light' || theme === 'dark') applyTheme(theme);
} catch {
  // A browser that allows no storage shows the colours of the system.
}
