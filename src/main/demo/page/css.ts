/** The looks of the page: dark like a viewing room, and plain black on white when it is printed. */
export const css = `
:root {
  color-scheme: dark;
  --ground: #141519; --card: #1d1f25; --line: #30333b; --ink: #f1eee7; --faint: #9c978e;
  --good: #7cc48d; --bad: #e58374; --warm: #e3b76a;
  --serif: "Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", Georgia, serif;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
  --mono: "Courier Prime", "Courier New", Courier, ui-monospace, monospace;
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 var(--sans); }
main { max-width: 1500px; margin: 0 auto; padding: 48px clamp(16px, 4vw, 64px) 96px; }
h1 { font: 400 clamp(32px, 5vw, 56px)/1.1 var(--serif); margin: 0; }
h2 { font: 400 26px/1.2 var(--serif); margin: 72px 0 8px; }
h3 { font: 700 12px/1.4 var(--mono); letter-spacing: .04em; margin: 0 0 2px; color: var(--warm); }
.byline { color: var(--faint); font: italic 17px var(--serif); margin: 6px 0 0; }
.figures { display: flex; flex-wrap: wrap; gap: 12px 40px; margin: 32px 0 0; padding: 0; list-style: none; }
.figures b { display: block; font: 400 30px/1.1 var(--serif); }
.figures span, .note { color: var(--faint); font-size: 13px; }
.note { max-width: 72ch; margin: 0 0 16px; }
.strip { display: grid; grid-template-columns: repeat(auto-fill, minmax(82px, 1fr)); gap: 4px; margin: 32px 0 0; }
.strip img, .strip .blank { display: block; width: 100%; aspect-ratio: 16 / 9; object-fit: cover; border-radius: 2px; }
.strip a:hover img, .strip a:focus img { outline: 2px solid var(--warm); }
.frame:target { border-color: var(--warm); }
.film { display: block; width: 100%; max-height: 80vh; margin: 32px 0 0; border-radius: 6px; background: #000; }
.checks { columns: 2 420px; column-gap: 40px; margin: 28px 0 0; padding: 0; list-style: none; }
.checks li { break-inside: avoid; padding: 3px 0 3px 26px; position: relative; }
.checks li::before { content: "✓"; position: absolute; left: 2px; color: var(--good); font-weight: 700; }
.checks .bad::before { content: "✗"; color: var(--bad); }
.checks small { display: block; color: var(--faint); }
.frames { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 380px), 1fr)); gap: 22px;
  align-items: start; }
.frame { background: var(--card); border: 1px solid var(--line); border-radius: 6px; overflow: hidden; }
.frame > img, .blank { display: block; width: 100%; aspect-ratio: 16 / 9; object-fit: cover; background: var(--line); }
.told { padding: 14px 16px 16px; }
.head { display: flex; align-items: baseline; gap: 12px; }
.label { font: 700 17px var(--mono); }
.bar { flex: 1; height: 4px; border-radius: 2px; background: var(--line); position: relative; align-self: center; }
.bar i { position: absolute; inset: 0 auto 0 0; border-radius: 2px; background: var(--good); }
.bar .low { background: var(--bad); }
.bar::after { content: ""; position: absolute; inset: -3px auto -3px 50%; width: 1px; background: var(--faint); }
.score { font: 400 22px var(--serif); }
.score small { font: 12px var(--mono); color: var(--faint); }
.told .left { color: var(--faint); font-size: 13px; }
.cost { color: var(--faint); font-size: 13px; white-space: nowrap; }
.told p { margin: 8px 0 0; }
.says { font: 14px/1.45 var(--mono); color: var(--faint); margin: 8px 0 0 1.5em; }
.says b { display: block; font-weight: 400; color: var(--ink); }
.tries { display: grid; gap: 8px; margin: 14px 0 0; padding: 12px 0 0; border-top: 1px solid var(--line);
  list-style: none; }
.tries li { display: grid; grid-template-columns: 96px 1fr; gap: 12px; align-items: start; font-size: 13px; }
.tries img { width: 96px; border-radius: 3px; display: block; }
.tries .out img { opacity: .75; }
.tries small { color: var(--faint); display: block; }
.pass { color: var(--good); } .fail { color: var(--bad); } .sent { color: var(--warm); }
details { margin: 12px 0 0; font-size: 13px; color: var(--faint); }
summary { cursor: pointer; }
table { border-collapse: collapse; width: 100%; font-size: 13px; font-variant-numeric: tabular-nums; }
th { text-align: left; font-weight: 600; color: var(--faint); }
th, td { padding: 4px 12px 4px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td.n, th.n { text-align: right; }
code { font: 12px var(--mono); overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
.sum td { font-weight: 700; }
@media print {
  :root { color-scheme: light; --ground: #fff; --card: #fff; --line: #bbb; --ink: #000; --faint: #444; --good: #17703a;
    --bad: #a5281b; --warm: #7a4d00; }
  body { font-size: 11px; print-color-adjust: exact; }
  .film { display: none; }
  main { padding: 0; }
  .frames { grid-template-columns: repeat(3, 1fr); gap: 12px; }
  .frame { break-inside: avoid; }
  main, .note { max-width: none; }
  h1 { font-size: 34px; } h2 { margin-top: 24px; } .figures b { font-size: 20px; }
  .score { font-size: 15px; } .head, .cost, .says { font-size: 10px; }
  .checks small { display: inline; margin-left: 8px; }
  .tries li { font-size: 10px; grid-template-columns: 72px 1fr; }
  .tries img { width: 72px; }
  details, .ledger, .strip { display: none; }
}
`;
