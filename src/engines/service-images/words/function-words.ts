/** Words that carry a sentence and name nothing to be seen: whether they were drawn is no question. */
export const functionWords: ReadonlySet<string> = new Set(
  `
  the a an and or nor but so if than of in on at by to from with into onto over under through as is are was were be
  been being am do does did has have had will would can could may might must shall should this that these those it its
  he him his she her hers they them their theirs i me my mine we us our you your who whom whose which what where when
  while then there here not no never without too very just only also again still yet up down out off about between
  behind beside near above below across along around against toward towards after before during until upon within
  one two three four five six seven eight nine ten both all some any each every other another more most less few
  several many much shot scene frame panel view camera s t 1 2 3 4 5 6 7 8 9 10
  `
    .trim()
    .split(/\s+/u),
);
