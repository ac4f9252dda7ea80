/**
 * Words that say nothing of what is looked for: "what did we decide" names no topic. A query of nothing else asks for what is
 * newest. Common languages; folded as fold.ts does. Pure data.
 */

import { folded } from './fold.ts';

const LISTS: readonly string[] = [
  // English
  `a about again all also an and any anything are as ask asked at be been before but by came can chat conversation could decide decided
  decision decisions did discuss discussed discussion do does doing done find for from gave get got had happened has have he her here him
  his how i in into is it its just last latest like look made may me mean might my need not of off on once one or our out over please
  recent recently remember said saw say session sessions she should show so some something somewhere tell than that the their them then
  there these they thing things think this those time to today told too up us use used was way we well went were what when where whether
  which while who why will with work worked working would yesterday you your`,
  // German
  `aber als am an auch auf aus bei beim bin bis da damals dann das dass dem den der des die dies diese dieser dieses doch du durch ein eine
  einem einen einer eines entschieden er es etwas fur gemacht gesagt gestern haben habe hat hatte hatten hier ich ihr im in ist ja kann kein
  keine letzte letzten letztes mal man mein meine mir mit nach nicht noch nun nur ob oder ohne sein sich sie sind sitzung so uber um und uns
  unser unsere unter vom von vor war waren warum was weil wenn wer werden wie wieder wir wird wo wurde zu zum zur`,
  // French
  `a ai as au aux avait avec avez avons avoir ce cela ces cet cette chose comme comment conversation dans de decide des dit donc du elle en
  est et etait ete etre fait hier il ils j je l la le les leur lui ma mais me mes moi mon ne nos notre nous on ont ou par pas plus pour
  pourquoi qu quand que quel quelle quelles quels quelque qui quoi s sa se ses session si son sont sur ta te toi ton tu un une vos votre vous y d n c`,
  // Spanish and Portuguese
  `al ao aos aquel aquela aquele ayer com como con conversacion cual cuando da das de decidimos del desde dice dijimos do donde dos el ela
  elas ele eles em en era es esa ese eso esta este estaba esto estava eu fazer fez fizemos foi fue ha hace hacer hecho hemos hicimos hizo isso
  isto la las lo los mas me mi muy na nao nas no nos nosotros nossa nosso o onde ontem os ou para pela pelo pero por porque qual quando que
  quem quien sao se sesion sessao ser si sin sobre son su tambem tambien te tem tenemos teve um uma un una unas unos usted voce y ya yo`,
  // Italian
  `abbiamo ai al alla alle anche che chi ci come con cosa cui da dal dalla deciso degli dei del della delle detto di dove e era fatto gli ha
  hai hanno ho i ieri il in io la le lei lo loro lui ma mi nel nella noi non nostro o per perche piu quale quando quello questa questo qui
  sessione si sono sta su sul sulla tra tu un una uno`,
  // Dutch
  `aan als bij dan dat de deze die dit een en er gedaan gesprek gezegd gisteren had hadden heb hebben heeft het hij hoe ik in is je kan
  maar met mijn naar niet nog of om omdat onze ons ook op over sessie te toen tot uit van voor waar waarom was wat we welke wie wij zijn`,
  // Polish
  `a ale bo by byl byla bylo co czy dla do gdzie i ich ja jak jaka jaki jest kiedy kto ktory ktora ktore my na nad nam nasz nie o od po
  pod przez sa sesja sie ta tak tam te tego ten to tu ty w wczoraj z za ze zdecydowalismy zrobilismy`,
  // Turkish
  `bir biz bu da de dun gibi hangi icin ile kim mi mu nasil ne neden nerede oturum o sen ve ya`,
  // Russian and Ukrainian
  `а без был была были было в вам вас вот все всё вчера вы где да для до его ее если есть еще же за и из или им их к как какая какие какой
  когда которая которые который кто ли мне мы на над нам нас наш не него нее нет но о об обсуждали он она они от по под почему при про
  решили с сделали сессия со так там то тогда того тоже только тот ты у уже что чтобы эта это этот я та те ту на́м зробили що як де коли чому`,
  // Korean
  `그 그리고 나는 내가 무엇 무엇을 뭐 뭘 어디 어떻게 언제 왜 우리 우리가 우리는 이 저 저번에 지난번에 했지 결정했지 했던 어제 결정 결정했어 했어 정했지 무슨`,
  // Arabic, Hindi
  `في من على ماذا ما هل كيف اين متى لماذا نحن هذا هذه ذلك التي الذي عن الى قررنا مع و हम हमने क्या का की के को में से है था थी थे पर और यह वह कैसे कब कहां कहाँ क्यों किया ने तय`,
];

const WORDS: ReadonlySet<string> = new Set(LISTS.flatMap((list) => list.split(/\s+/)).map(folded));

export function isFiller(word: string): boolean {
  return WORDS.has(word);
}

/** Phrases of Chinese and Japanese, where no space tells them from what is looked for; longer ones first. */
const PHRASES =
  /我们|我們|什么|什麼|怎么|怎麼|如何|为什么|為什麼|哪个|哪個|哪里|哪裡|上次|之前|以前|昨天|今天|最近|决定|決定|讨论|討論|说过|說過|那个|那個|这个|這個|关于|關於|会话|對話|对话|一下|的|了|吗|嗎|呢|么|昨日|前回|以前|何|私達|私たち|僕|先週|相談|会話|について|やつ|こと/g;

/** The text with a space for each such phrase. */
export function withoutPhrases(text: string): string {
  return text.replace(PHRASES, ' ');
}
