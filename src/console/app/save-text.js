/** Some browsers read what they save after the click, and ask the person first. */
const KEPT_MS = 60_000;

/**
 * Hands a text, or the bytes of an answer, to the person as a file.
 * @param {string} name
 * @param {BlobPart} content
 * @param {string} type
 */
export const saveText = (name, content, type) => {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
};
