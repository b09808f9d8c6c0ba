/** The words between the names of a commerce video, in the languages that this service writes. */

import { primaryOf } from '../film/speaker.ts';

/** `name` is that of the customer, or empty. */
export type Phrases = {
  readonly stillThinking: (title: string, name: string) => string;
  readonly aQuestion: (title: string, name: string) => string;
  readonly youAsked: (objection: string) => string;
  readonly thanks: (title: string, name: string) => string;
  readonly goesWith: (title: string) => string;
  readonly closing: (title: string) => string;
};

const after = (name: string): string => (name === '' ? '' : `, ${name}`);
const before = (name: string, mark = ','): string => (name === '' ? '' : `${name}${mark} `);

const phrases = {
  en: {
    stillThinking: (title, name) => `${before(name)}still thinking about ${title}?`,
    aQuestion: (title, name) => `${before(name)}you had a question about ${title}.`,
    youAsked: (objection) => `You asked: ${objection}`,
    thanks: (title, name) => `Thank you for choosing ${title}${after(name)}.`,
    goesWith: (title) => `It goes well with ${title}.`,
    closing: (title) => `${title} is waiting for you.`,
  },
  de: {
    stillThinking: (title, name) => `${before(name)}denkst du noch über ${title} nach?`,
    aQuestion: (title, name) => `${before(name)}du hattest eine Frage zu ${title}.`,
    youAsked: (objection) => `Du hast gefragt: ${objection}`,
    thanks: (title, name) => `Danke, dass du ${title} gewählt hast${after(name)}.`,
    goesWith: (title) => `Dazu passt ${title}.`,
    closing: (title) => `${title} wartet auf dich.`,
  },
  es: {
    stillThinking: (title, name) => `${before(name)}¿sigues pensando en ${title}?`,
    aQuestion: (title, name) => `${before(name)}tenías una pregunta sobre ${title}.`,
    youAsked: (objection) => `Preguntaste: ${objection}`,
    thanks: (title, name) => `Gracias por elegir ${title}${after(name)}.`,
    goesWith: (title) => `Combina bien con ${title}.`,
    closing: (title) => `${title} te espera.`,
  },
  fr: {
    stillThinking: (title, name) => `${before(name)}vous pensez encore à ${title} ?`,
    aQuestion: (title, name) => `${before(name)}vous aviez une question sur ${title}.`,
    youAsked: (objection) => `Vous avez demandé : ${objection}`,
    thanks: (title, name) => `Merci d'avoir choisi ${title}${after(name)}.`,
    goesWith: (title) => `Il se marie bien avec ${title}.`,
    closing: (title) => `${title} vous attend.`,
  },
  pt: {
    stillThinking: (title, name) => `${before(name)}ainda pensa em ${title}?`,
    aQuestion: (title, name) => `${before(name)}você tinha uma pergunta sobre ${title}.`,
    youAsked: (objection) => `Você perguntou: ${objection}`,
    thanks: (title, name) => `Obrigado por escolher ${title}${after(name)}.`,
    goesWith: (title) => `Combina bem com ${title}.`,
    closing: (title) => `${title} espera por você.`,
  },
  ru: {
    stillThinking: (title, name) => `${before(name)}всё ещё думаете о ${title}?`,
    aQuestion: (title, name) => `${before(name)}у вас был вопрос о ${title}.`,
    youAsked: (objection) => `Вы спросили: ${objection}`,
    thanks: (title, name) => `Спасибо, что выбрали ${title}${after(name)}.`,
    goesWith: (title) => `К этому подходит ${title}.`,
    closing: (title) => `${title} ждёт вас.`,
  },
  ja: {
    stillThinking: (title, name) => `${before(name, 'さん、').trim()}${title}をまだお考えですか。`,
    aQuestion: (title, name) => `${before(name, 'さん、').trim()}${title}についてご質問がありました。`,
    youAsked: (objection) => `ご質問：${objection}`,
    thanks: (title, name) => `${before(name, 'さん、').trim()}${title}をお選びいただきありがとうございます。`,
    goesWith: (title) => `${title}もよく合います。`,
    closing: (title) => `${title}がお待ちしています。`,
  },
  zh: {
    stillThinking: (title, name) => `${before(name, '，').trim()}还在考虑${title}吗？`,
    aQuestion: (title, name) => `${before(name, '，').trim()}您问过${title}。`,
    youAsked: (objection) => `您问：${objection}`,
    thanks: (title, name) => `${before(name, '，').trim()}感谢您选择${title}。`,
    goesWith: (title) => `它与${title}很相配。`,
    closing: (title) => `${title}在等您。`,
  },
} as const satisfies Readonly<Record<string, Phrases>>;

export type Language = keyof typeof phrases;

const isWritten = (language: string): language is Language => Object.hasOwn(phrases, language);

/** The language of a locale that this service writes; English for all others. */
export const writtenLanguage = (locale: string): Language => {
  const primary = primaryOf(locale);
  return isWritten(primary) ? primary : 'en';
};

export const phrasesIn = (language: Language): Phrases => phrases[language];
