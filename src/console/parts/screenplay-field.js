/** A field for a screenplay, which also takes a file that is dropped on it or chosen. */
import { html, useState } from '../app/html.js';

/**
 * Programs for screenplays also write the encodings of older systems, where UTF-8 would lose letters.
 * @param {File} file
 */
const textOf = async (file) => {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const [first, second] = new Uint8Array(bytes);
    const wide = first === 0xff && second === 0xfe;
    return new TextDecoder(wide ? 'utf-16le' : 'windows-1252').decode(bytes);
  }
};

/** @param {{ script: string, onScript: (text: string) => void }} props */
export const ScreenplayField = ({ script, onScript }) => {
  const [over, setOver] = useState(false);
  const take = async (/** @type {FileList | null | undefined} */ files) => {
    const file = files?.[0];
    if (file !== undefined) onScript(await textOf(file));
  };
  const scenes = script.split('\n').filter((line) => /^\s*(?:INT|EXT|EST|I\/E|INT\.?\/EXT)[. ]/i.test(line)).length;
  return html`
    <div
      class=${`field drop ${over ? 'over' : ''}`}
      onDragOver=${(/** @type {DragEvent} */ event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave=${() => setOver(false)}
      onDrop=${async (/** @type {DragEvent} */ event) => {
        event.preventDefault();
        setOver(false);
        await take(event.dataTransfer?.files);
      }}
    >
      <label for="script">Screenplay</label>
      <textarea
        id="script"
        class="script"
        rows="20"
        dir="auto"
        spellcheck=${false}
        placeholder=${'INT. KITCHEN - MORNING\n\nAda reads a letter at the table.'}
        aria-describedby="script-help"
        value=${script}
        onInput=${(/** @type {{ currentTarget: HTMLTextAreaElement }} */ event) => onScript(event.currentTarget.value)}
      ></textarea>
      <p class="note drop-end" id="script-help">
        <span
          >Fountain or plain text: paste it, or drop a file.
          ${scenes > 0 && ` ${scenes} scene ${scenes === 1 ? 'heading' : 'headings'}.`}</span
        >
        <label class="button file">
          Choose a file
          <input
            type="file"
            accept=".fountain,.txt,.md,text/plain"
            onChange=${async (/** @type {{ currentTarget: HTMLInputElement }} */ { currentTarget }) => {
              const taken = take(currentTarget.files);
              // The same file can be chosen again.
              currentTarget.value = '';
              await taken;
            }}
          />
        </label>
      </p>
    </div>
  `;
};
