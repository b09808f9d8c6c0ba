/**
 * Common short words of languages, and letters that few of them have: the signs by which a text tells its language. A
 * language without a voice is here, too, so that no voice of another one reads it. Lower case.
 */
export type Signs = { readonly words: string; readonly letters: string };

/** The first one is the language of its script where there is no sign of any. */
export const LATIN: Readonly<Record<string, Signs>> = {
  en: {
    words:
      'the a an and of to in is it at by for with from that this his her he she they we you i not are was were ' +
      'be has have will its my your into over out up down who what there never all then when where but',
    letters: '',
  },
  es: {
    words:
      'el la los las un una unos unas y de del en que es al con por para se su sus lo no como más pero muy ya ' +
      'está están este esta nunca mi tu yo ella él hay cuando donde dónde sin sobre ' +
      'hacia entre son fue era qué',
    letters: 'ñ¿¡',
  },
  pt: {
    words:
      'o a os as um uma uns umas e de do da dos das em no na nos nas que é ao à com por para se seu sua seus não ' +
      'como mais mas muito já está ele ela nunca meu minha você eu há quando onde sem sobre pelo pela ' +
      'são foi era',
    letters: 'ãõ',
  },
  de: {
    words:
      'der die das ein eine einen einem einer und von vom zu zum zur in im ist sie er es auf am an mit für aus als ' +
      'dass sich nicht auch nach bei ich wir ihr du den dem des wird sind war noch nie über durch unter',
    letters: 'ßü',
  },
  fr: {
    words:
      'le la les un une des et de du en que qui est au aux à avec par pour se son sa ses ne pas comme plus mais très ' +
      'il elle ils elles je tu nous vous on dans sur ce cette jamais où l d qu j c n sous sans vers sont était',
    letters: 'œêèëûîôùç',
  },
  it: {
    words:
      'il lo la gli le i un uno una e di del della dei delle in nel nella che è al alla con per si suo sua non come ' +
      'più ma molto già lui lei mai mio tuo io c quando dove senza sul sulla dal dalla sono era',
    letters: 'èìò',
  },
  ca: {
    words:
      'el la els les un una i de del en que és al amb per es seu seva no com més però molt ja són era quan on sense',
    letters: 'ïò',
  },
  nl: {
    words:
      'de het een en van in is op aan met voor uit als dat zich niet ook naar bij ik wij jij je hij zij ze haar zijn',
    letters: 'ë',
  },
  sv: {
    words:
      'och i att en ett den det som på är av för med till från har inte om han hon jag vi du ni de men sin sitt vid',
    letters: 'åäö',
  },
  da: {
    words: 'og i at en et den det som på er af for med til fra har ikke om han hun jeg vi du men sin ved under over',
    letters: 'åæø',
  },
  pl: {
    words:
      'i w z na do się nie jest to że jak po od za o przez przy dla ale już jego jej ich co ma są był była pod nad',
    letters: 'łąęśżźćń',
  },
  cs: {
    words: 'a v na se je že s z do to ale si jako po od za u i jeho její který pod nad není',
    letters: 'řěůčž',
  },
  tr: {
    words: 've bir bu da de için ile çok ama ne o ben sen biz var yok gibi daha her kadar sonra',
    letters: 'şğı',
  },
  ro: {
    words: 'și în de la un o cu pe nu este că din care pentru mai dar foarte el ea sunt era când unde',
    letters: 'șță',
  },
  fi: {
    words: 'ja on ei se että hän oli mutta kun niin ovat joka minä sinä',
    letters: 'äö',
  },
  hu: {
    words: 'a az és nem egy hogy is van de meg ő',
    letters: 'őű',
  },
};

export const CYRILLIC: Readonly<Record<string, Signs>> = {
  ru: {
    words:
      'и в во не на что он она с со за по из это как его её их к ко у о об но был была были я ты мы вы так где когда',
    letters: 'ыэё',
  },
  uk: { words: 'і в у не на що він вона з із за та до як його її але був була я ти ми ви це', letters: 'іїєґ' },
  bg: { words: 'и в не на че той тя с за по от е се са ще съм да като но беше аз ти ние', letters: 'ъ' },
  sr: { words: 'и у не на да је са за од се као али он она ја ти ми би', letters: 'ђћџљњј' },
};
