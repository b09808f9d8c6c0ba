const CHARS_MAX = 120;

/**
 * A name to save a file under. It has no invisible characters: they turn the order of letters, and disguise an ending.
 * @param {string} name
 */
export const fileName = (name) => {
  const ending = /\.\w{1,8}$/.exec(name)?.[0] ?? '';
  const visible = name.slice(0, name.length - ending.length).replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '');
  return `${visible.slice(0, CHARS_MAX)}${ending}`;
};
