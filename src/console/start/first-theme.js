/** Runs before the first paint; a script of its own, because the page allows none within itself. */
try {
  const chosen = localStorage.getItem('theme');
  if (chosen === 'dark' || chosen === 'light') document.documentElement.dataset['theme'] = chosen;
} catch {
  // A browser that keeps nothing has the theme of its system.
}
