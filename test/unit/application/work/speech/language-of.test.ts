import test from 'ava';
import { languageOf } from '../../../../../src/application/work/speech/language-of.ts';
import { limits } from '../../../../../src/kernel/limits.ts';

const rows: Readonly<Record<string, readonly string[]>> = {
  en: ['Ada reads a letter at the table.', 'Make a video about our café', 'I will never come back. The sea took him.'],
  es: ['Ada lee una carta en la mesa.', 'El mar.', '¿Dónde estás?', 'Un barco sale del puerto al amanecer.'],
  pt: ['Ada lê uma carta na mesa.', 'Um barco sai do porto ao amanhecer.', 'Não voltarei nunca. O mar levou-o.'],
  de: ['Ada liest einen Brief am Tisch.', 'Ein Fischerboot verlässt den Hafen.', 'Ich komme nie zurück.'],
  fr: ['Ada lit une lettre à la table.', 'Un bateau quitte le port.', "Je ne reviendrai jamais. La mer l'a pris."],
  ru: ['Ада читает письмо за столом.', 'Море.', 'Я никогда не вернусь. Море забрало его.'],
  ja: ['アダは手紙を読む。', '彼女は海を見る'],
  zh: ['艾达在桌边读信。'],
  // Languages that no voice here speaks are known, too: a voice of a language like them must not read them.
  it: ['Non tornerò mai. Il mare lo ha preso.'],
  nl: ['Ada leest een brief aan tafel.'],
  pl: ['Ada czyta list przy stole.'],
  sv: ['Ada läser ett brev vid bordet.'],
  tr: ['Ada masada bir mektup okuyor.'],
  uk: ['Ада читає лист за столом.'],
  ko: ['아다는 편지를 읽는다.'],
  el: ['Η Άντα διαβάζει ένα γράμμα.'],
  'und-Arab': ['آدا تقرأ رسالة.'],
  und: ['Ադան կարդում է նամակ'],
};

for (const [language, texts] of Object.entries(rows)) {
  test(`texts in ${language} are told by their script, their common words and their letters`, (t) => {
    for (const text of texts) t.is(languageOf(text), language, text);
  });
}

test('a name, a title or a sign of another script does not make a text one of another language', (t) => {
  t.is(languageOf('A boat leaves Lisboa at dawn, and Señor Gomez waves.'), 'en');
  t.is(languageOf('El Niño storms the coast'), 'en');
  t.is(languageOf('Close up of a neon sign, Tokyo 東京 at night'), 'en');
});

test('a text without any sign tells nothing', (t) => {
  for (const text of ['', '1234 !!', 'Storm lantern', 'Robot dog jumps', 'Ada', '🎬'])
    t.is(languageOf(text), null, text);
});

test('of a long text the beginning is read', (t) => {
  const german = 'Ada liest einen Brief am Tisch. '.repeat(Math.ceil(limits.languageCharsMax / 32));
  t.is(languageOf(`${german}${'She reads the letter at the table. '.repeat(10_000)}`), 'de');
});
