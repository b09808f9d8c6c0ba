/** Runs before the first paint; a script of its own, because the page allows none within itself. */
{
  const chosen = localStorage.getItem('theme');
  if (chosen === 'dark' || chosen === 'light') document.documentElement.dataset['theme'] = chosen;
}
